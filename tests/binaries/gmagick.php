<?php
// Uses Gmagick as its users do: prints ok or not ok of each trial, and leaves images.
$inputs = $argv[1] . '/';

function attempt($name, $work) {
    try {
        $work();
        echo "ok $name\n";
    } catch (Throwable $problem) {
        echo "not ok $name\n# ", $problem->getMessage(), "\n";
    }
}

$methods = [
    ['blurimage', 2, 1], ['borderimage', new GmagickPixel('red'), 3, 2], ['charcoalimage', 1, 0.5], ['chopimage', 8, 8, 4, 4],
    ['cropimage', 20, 20, 8, 8], ['cropthumbnailimage', 20, 20], ['despeckleimage'], ['edgeimage', 1], ['embossimage', 1, 0.5],
    ['enhanceimage'], ['equalizeimage'], ['flipimage'], ['flopimage'], ['frameimage', new GmagickPixel('gray'), 4, 4, 1, 1],
    ['gammaimage', 1.5], ['implodeimage', 0.4], ['levelimage', 1000, 1.2, 60000], ['magnifyimage'], ['medianfilterimage', 1],
    ['minifyimage'], ['modulateimage', 110, 80, 120], ['motionblurimage', 2, 1, 30], ['normalizeimage'], ['oilpaintimage', 2],
    ['quantizeimage', 16, Gmagick::COLORSPACE_RGB, 0, false, false], ['raiseimage', 4, 4, 0, 0, true], ['reducenoiseimage', 1],
    ['resizeimage', 30, 20, Gmagick::FILTER_LANCZOS, 1], ['rollimage', 5, 5], ['rotateimage', new GmagickPixel('white'), 30],
    ['sampleimage', 30, 20], ['scaleimage', 30, 20], ['sharpenimage', 1, 0.5],
    ['shearimage', new GmagickPixel('white'), 10, 5], ['solarizeimage', 20000], ['spreadimage', 0], ['stripimage'],
    ['swirlimage', 40], ['thumbnailimage', 30, 20], ['trimimage', 0.1], ['unsharpmaskimage', 1, 0.5, 1, 0.01],
];
foreach ($methods as $call) {
    $name = array_shift($call);
    attempt($name, function () use ($inputs, $name, $call) {
        $image = new Gmagick($inputs . 'photo.png');
        $image->$name(...$call);
        $image->writeimage("$name.png");
    });
}
attempt('facts', function () use ($inputs) {
    $image = new Gmagick($inputs . 'photo.jpg');
    $facts = [$image->getimagewidth(), $image->getimageheight(), $image->getimageformat(), $image->getimagedepth(),
        $image->getimagecolorspace(), $image->getimagetype(), $image->getimagesignature(), $image->getimagecolors()];
    file_put_contents('facts.txt', implode("\n", $facts) . "\n");
});
attempt('blob', function () use ($inputs) {
    $image = new Gmagick();
    $image->readimageblob(file_get_contents($inputs . 'photo.png'));
    $image->setimageformat('TIFF');
    file_put_contents('blob.tif', $image->getimageblob());
});
attempt('composite', function () use ($inputs) {
    $image = new Gmagick($inputs . 'photo.png');
    $image->compositeimage(new Gmagick($inputs . 'disc.png'), Gmagick::COMPOSITE_OVER, 10, 5);
    $image->writeimage('composite.png');
});
attempt('drawing', function () {
    $image = new Gmagick();
    $image->newimage(90, 60, '#f0f4ff', 'PNG');
    $draw = new GmagickDraw();
    $draw->setfillcolor('orange');
    $draw->setstrokecolor('navy');
    $draw->setstrokewidth(2);
    $draw->ellipse(45, 30, 20, 12, 0, 360);
    $draw->rectangle(5, 5, 25, 20);
    $draw->polyline([['x' => 60, 'y' => 50], ['x' => 80, 'y' => 40], ['x' => 85, 'y' => 10]]);
    $image->drawimage($draw);
    $image->writeimage('drawing.png');
});
attempt('frames', function () use ($inputs) {
    $image = new Gmagick($inputs . 'anim.gif');
    file_put_contents('frames.txt', $image->getnumberimages() . "\n");
    $image->writeimage('frame.png');
});
