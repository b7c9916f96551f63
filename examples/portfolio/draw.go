package main

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math"
)

// draw draws a chimney against the sky, as a JPEG. One that leans is the one before.
func draw(leans bool) ([]byte, error) {
	const width, height = 1200, 900
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		shift := 0
		if leans {
			shift = (height - y) / 6
		}
		for x := range width {
			picture.SetRGBA(x, y, pixel(x-shift, x, y))
		}
	}
	var out bytes.Buffer
	err := jpeg.Encode(&out, picture, &jpeg.Options{Quality: 85})
	return out.Bytes(), err
}

// pixel is the colour at a point; x is seen from the chimney, across from the house.
func pixel(x, across, y int) color.RGBA {
	const (
		course, brick, joint = 30, 66, 4
		left, right, top     = 480, 720, 180
	)
	roof := 640 + int(0.25*math.Abs(float64(across-600)))
	switch {
	case y > roof:
		shade := uint8(70 + 12*(y/24%2))
		return color.RGBA{shade, shade, shade + 8, 255}
	case x >= left-20 && x < right+20 && y >= top-24 && y < top:
		return color.RGBA{170, 165, 158, 255}
	case x >= left && x < right && y >= top:
		row := (y - top) / course
		if (y-top)%course < joint || (x+row%2*brick/2)%brick < joint {
			return color.RGBA{214, 205, 190, 255}
		}
		red := uint8(150 + (row*37+(x+row%2*brick/2)/brick*23)%40)
		return color.RGBA{red, 78, 56, 255}
	}
	return color.RGBA{uint8(150 + y/12), uint8(190 + y/24), 235, 255} //nolint:gosec // 225 and 227 at most
}
