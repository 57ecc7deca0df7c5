% The tests of Octave's functions for images, and these functions on files: prints ok or not ok, and leaves images.
inputs = argv(){end};

for name = {"imread", "imwrite", "imfinfo", "imformats"}
  [passed, all] = test(name{1}, "quiet");
  for number = 1:all
    verdict = {"not ok", "ok"}{1 + (number <= passed)};
    printf("%s test of %s, number %d\n", verdict, name{1}, number);
  end
end

function try_it(name, work)
  try
    work();
    printf("ok %s\n", name);
  catch problem
    printf("not ok %s\n# %s\n", name, problem.message);
  end
end

function read_file(inputs, file)
  if strncmp(file, "palette", 7)
    [image, map] = imread(fullfile(inputs, file));
  else
    image = imread(fullfile(inputs, file), "Index", 1:min(2, numel(imfinfo(fullfile(inputs, file)))));
    map = [];
  end
  fid = fopen([file ".txt"], "w");
  fprintf(fid, "%s %s\n", class(image), mat2str(size(image)));
  fprintf(fid, "%d\n", image);
  fprintf(fid, "%.4f\n", map);
  fclose(fid);
end

function read_alpha(inputs, file)
  [image, ~, alpha] = imread(fullfile(inputs, file));
  fid = fopen([file ".alpha.txt"], "w");
  fprintf(fid, "%d\n", image, alpha);
  fclose(fid);
end

function tell_file(inputs, file)
  facts = imfinfo(fullfile(inputs, file))(1);
  fid = fopen([file ".info.txt"], "w");
  for name = {"Format", "Width", "Height", "BitDepth", "ColorType", "Orientation", "Quality", "XResolution"}
    fprintf(fid, "%s %s\n", name{1}, disp(facts.(name{1})));
  end
  fclose(fid);
end

function write_file(extension)
  image = uint8(cat(3, repmat(0:3:90, 20, 1), repmat((0:10:190)', 1, 31), repmat(100, 20, 31)));
  imwrite(image, ["written." extension]);
  imwrite(image(:, :, 1) > 40, ["bits." extension]);
  imwrite(image(:, :, 2), ["grey." extension]);
end

for file = {"photo.png", "photo.jpg", "photo.bmp", "photo.tga", "photo.tif", "deep.png", "disc.png", "palette.gif", ...
            "palette.png", "bw.pbm", "gray.pgm", "photo.ppm", "exif.jpg", "pages.tif", "anim.gif"}
  try_it(["imread of " file{1}], @() read_file(inputs, file{1}));
  try_it(["imfinfo of " file{1}], @() tell_file(inputs, file{1}));
end
try_it("alpha of disc.png", @() read_alpha(inputs, "disc.png"));
for extension = {"png", "tif", "bmp", "gif", "ppm", "tga", "ras", "xpm", "pcx"}
  try_it(["imwrite to " extension{1}], @() write_file(extension{1}));
end
