"""Run by Scribus: puts an image on a page and exports the page."""
import sys

import scribus

scribus.newDocument((200, 200), (0, 0, 0, 0), scribus.PORTRAIT, 1, scribus.UNIT_POINTS, scribus.PAGE_1, 0, 1)
try:
    frame = scribus.createImage(10, 10, 180, 180)
    scribus.loadImage(sys.argv[1], frame)
    scribus.setScaleImageToFrame(True, True, frame)
    page = scribus.ImageExport()
    page.type = "PNG"
    page.dpi = 72
    page.scale = 100
    page.saveAs(sys.argv[2])
finally:
    scribus.closeDoc()
    scribus.fileQuit()
