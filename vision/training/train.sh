#!/usr/bin/env bash
# Trains our own networks in vision/models on drawn print: installs typefaces and PyTorch, then trains. On Debian 12 or
# newer.
#
#   vision/training/train.sh [codes|ends|numerals] [options of vision.training.train, such as --drawing 12]
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."

FONTS=(
    fontconfig fonts-adf-accanthis fonts-adf-baskervald fonts-adf-berenis fonts-adf-gillius fonts-adf-ikarius
    fonts-adf-irianis fonts-adf-libris fonts-adf-mekanus fonts-adf-oldania fonts-adf-romande fonts-adf-solothurn
    fonts-adf-switzera fonts-adf-tribun fonts-adf-universalis fonts-adf-verana fonts-agave fonts-allerta
    fonts-anonymous-pro fonts-apropal fonts-arapey fonts-arundina fonts-averia-sans-gwf fonts-averia-serif-gwf
    fonts-b612 fonts-bebas-neue fonts-beteckna fonts-cabin fonts-cardo fonts-century-catalogue fonts-clear-sans
    fonts-cmu fonts-comic-neue fonts-compagnon fonts-courier-prime fonts-dejavu fonts-dosis fonts-dustin
    fonts-ebgaramond fonts-elstob fonts-engadget fonts-essays1743 fonts-eurofurence fonts-f500
    fonts-fantasque-sans fonts-fanwood fonts-freefont-ttf fonts-gfs-artemisia
    fonts-gfs-bodoni-classic fonts-gfs-complutum fonts-gfs-didot fonts-gfs-neohellenic fonts-gnutypewriter
    fonts-go fonts-hermit fonts-humor-sans fonts-inconsolata fonts-jetbrains-mono fonts-junction fonts-karla
    fonts-karmilla fonts-klaudia-berenika fonts-lato fonts-le-murmure fonts-league-mono fonts-league-spartan
    fonts-lemonada fonts-levien-typoscript fonts-liberation fonts-lindenhill fonts-linuxlibertine fonts-lmodern
    fonts-lobstertwo fonts-manrope fonts-millimetre fonts-monofur fonts-mononoki fonts-mplus fonts-national-park
    fonts-noto-core fonts-noto-mono fonts-ocr-a fonts-ocr-b fonts-okolaks fonts-oldstandard fonts-open-sans
    fonts-opendin fonts-osifont fonts-oxygen fonts-paratype fonts-play fonts-quattrocento fonts-quicksand
    fonts-roadgeek fonts-routed-gothic fonts-sil-andika fonts-sil-charis fonts-sil-doulos fonts-sora fonts-stix
    fonts-texgyre fonts-tiresias fonts-tlwg-kinnari-ttf fonts-tlwg-norasi-ttf fonts-tlwg-typewriter-ttf
    fonts-tlwg-umpush-ttf fonts-tlwg-waree-ttf fonts-tuffy fonts-ubuntu-title fonts-urw-base35
    fonts-yanone-kaffeesatz fonts-yrsa-rasa texlive-fonts-extra
)
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -q
"${as_root[@]}" apt-get install -q -y --no-install-recommends "${FONTS[@]}"

[ -x .venv-training/bin/python ] || python3 -m venv .venv-training
.venv-training/bin/python -m pip install -q torch==2.13.0 onnx numpy==2.4.6 opencv-python==5.0.0.93
exec .venv-training/bin/python -m vision.training.train "$@"
