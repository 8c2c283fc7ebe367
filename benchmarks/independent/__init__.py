"""Camera frames of cards for judging the reader, drawn apart from everything that it was trained or tuned with.

Nothing here may be used to train or to tune: typefaces, photographs, drawing and camera are of its own, so that what is
read here says something about print that the reader's makers did not draw.
"""
