// Thumbnails of many files in one process.
//
//   node thumbnails.mjs SIDE FORMAT IN-FLIGHT OUTPUT-FOLDER < NAMES
//
// Images are made smaller to fit SIDE x SIDE pixels, IN-FLIGHT of them at once, each on one thread.
import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import sharp from 'sharp';

const [side, format, inFlight, folder] = process.argv.slice(2);
const names = readFileSync(0, 'utf8').split('\n').filter((name) => name !== '');
const settings = format === 'jpg' ? { quality: 80 } : {};

sharp.concurrency(1);
sharp.cache(false);

let next = 0;
async function work() {
  while (next < names.length) {
    const name = names[next++];
    const output = join(folder, `${basename(name, extname(name))}.${format}`);
    await sharp(name)
      .resize(Number(side), Number(side), { fit: 'inside' })
      .toFormat(format === 'jpg' ? 'jpeg' : format, settings)
      .toFile(output);
  }
}
await Promise.all(Array.from({ length: Number(inFlight) }, work));
