package main

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
)

// iconSize is the size that the format recommends.
const iconSize = 512

// drawIcon gives a PNG of a steaming bowl.
func drawIcon() ([]byte, error) {
	const samples = 4 // per pixel and direction, for smooth edges
	img := image.NewNRGBA(image.Rect(0, 0, iconSize, iconSize))
	for y := range iconSize {
		for x := range iconSize {
			var r, g, b, a int
			for s := range samples * samples {
				c := iconColor(float64(x)+(float64(s%samples)+0.5)/samples, float64(y)+(float64(s/samples)+0.5)/samples)
				r, g, b, a = r+int(c.R)*int(c.A), g+int(c.G)*int(c.A), b+int(c.B)*int(c.A), a+int(c.A)
			}
			if a > 0 {
				img.SetNRGBA(x, y, color.NRGBA{uint8(r / a), uint8(g / a), uint8(b / a), uint8(a / (samples * samples))}) //nolint:gosec // means of bytes
			}
		}
	}
	var out bytes.Buffer
	err := png.Encode(&out, img)
	return out.Bytes(), err
}

// iconColor is the colour at a point of the plane.
func iconColor(x, y float64) color.NRGBA {
	// A square with round corners.
	const margin, corner = 16, 96
	dx := max(margin+corner-x, x-(iconSize-margin-corner), 0)
	dy := max(margin+corner-y, y-(iconSize-margin-corner), 0)
	if math.Hypot(dx, dy) > corner {
		return color.NRGBA{}
	}
	white := color.NRGBA{255, 250, 240, 255}
	bowl := math.Hypot(x-256, (y-270)*1.1) < 150 && y > 270
	foot := math.Abs(x-256) < 70 && y > 395 && y < 422
	steam := false
	for _, at := range []float64{196, 256, 316} {
		steam = steam || y > 120 && y < 235 && math.Abs(x-at-14*math.Sin((y-120)/18)) < 10
	}
	if bowl || foot || steam {
		return white
	}
	return color.NRGBA{200, 74, 48, 255}
}
