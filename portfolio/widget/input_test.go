package widget_test

import (
	"fmt"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
)

const left, right = kb.ArrowLeft, kb.ArrowRight

// drag drags one photo onto another: by its picture with a mouse, by its handle with a
// finger. Both have to be on the screen.
func drag(p *widgettest.Page, from, onto string, touch bool) {
	p.Helper()
	middle := func(id, of string) (x, y float64) {
		p.Helper()
		at := widgettest.Eval[[]float64](p, fmt.Sprintf(`(function (b) { return [b.left + b.width / 2, b.top + b.height / 2]; })(document.querySelector('[data-id="%s"] %s').getBoundingClientRect())`, id, of))
		return at[0], at[1]
	}
	handle := ".picture"
	if touch {
		handle = ".grip"
	}
	x, y := middle(from, handle)
	toX, toY := middle(onto, ".picture")
	toX += 40 // past its middle
	const steps = 8
	event := func(mouse input.DispatchMouseEventType, finger input.DispatchTouchEventType, x, y float64) {
		p.Helper()
		var err error
		if touch {
			points := []*input.TouchPoint{{X: x, Y: y}}
			if finger == input.DispatchTouchEventTypeTouchEnd {
				points = []*input.TouchPoint{}
			}
			_, err = chromedp.Call(p.Context(), input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: finger, TouchPoints: points})
		} else {
			buttons := int64(1)
			if mouse == input.DispatchMouseEventTypeMouseReleased {
				buttons = 0
			}
			_, err = chromedp.Call(p.Context(), input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: mouse, X: x, Y: y, Button: input.MouseButtonLeft, Buttons: buttons, ClickCount: 1})
		}
		if err != nil {
			p.Fatal(err)
		}
	}
	event(input.DispatchMouseEventTypeMousePressed, input.DispatchTouchEventTypeTouchStart, x, y)
	for i := 1.0; i <= steps; i++ {
		event(input.DispatchMouseEventTypeMouseMoved, input.DispatchTouchEventTypeTouchMove, x+(toX-x)*i/steps, y+(toY-y)*i/steps)
	}
	p.Wait(`document.querySelector(".ghost")`)
	event(input.DispatchMouseEventTypeMouseReleased, input.DispatchTouchEventTypeTouchEnd, toX, toY)
}
