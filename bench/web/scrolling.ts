import type { Page } from '@playwright/test'

/** A way of scrolling: so far in every frame, back and forth within the same distance. */
export interface Scrolling {
  readonly axis: 'x' | 'y'
  readonly pxPerFrame: number
}

interface Scrolled extends Scrolling {
  /** The box that scrolls; the page itself where null. */
  readonly selector: string | null
  /** Where the table begins to fill the screen. */
  readonly startPx: number
  readonly distancePx: number
  readonly frames: number
}

/** Frames per second while it scrolls, by the time between the first and the last frame. */
export async function framesPerSecond(page: Page, scrolled: Scrolled): Promise<number> {
  const milliseconds = await page.evaluate(scrollIn, scrolled)
  return (scrolled.frames * 1_000) / milliseconds
}

/** How many frames were painted without a row in the middle of the box, at its top or at its bottom. */
export async function emptyFrames(page: Page, scrolled: Scrolled): Promise<number> {
  return page.evaluate(lookWhileScrolling, scrolled)
}

// The functions below run in the page: they know nothing of this file.

/** Returns the milliseconds of this number of frames. */
function scrollIn(scrolled: Scrolled): Promise<number> {
  const { selector, axis, pxPerFrame, startPx, distancePx, frames } = scrolled
  const box =
    selector === null ? document.scrollingElement : document.querySelector<HTMLElement>(selector)
  if (!box) throw new Error(`There is no ${selector}`)
  const side = axis === 'x' ? 'scrollLeft' : 'scrollTop'
  box[side] = startPx
  let at = startPx
  let step = pxPerFrame
  let startedAt = 0
  // What comes of the jump to the start is over by then.
  let frame = -10
  return new Promise((resolve) => {
    const draw = (now: number) => {
      if (frame === 0) startedAt = now
      if (frame === frames) {
        resolve(now - startedAt)
        return
      }
      if (frame >= 0) {
        if (at + step > startPx + distancePx || at + step < startPx) step = -step
        at += step
        box[side] = at
      }
      frame += 1
      requestAnimationFrame(draw)
    }
    requestAnimationFrame(draw)
  })
}

/**
 * Reads the cells right after each step: those are painted. The scroll event comes a frame later,
 * when the page can no longer change what was seen.
 */
function lookWhileScrolling(scrolled: Scrolled): Promise<number> {
  const { selector, axis, pxPerFrame, startPx, distancePx, frames } = scrolled
  const box =
    selector === null ? document.scrollingElement : document.querySelector<HTMLElement>(selector)
  if (!box) throw new Error(`There is no ${selector}`)
  const side = axis === 'x' ? 'scrollLeft' : 'scrollTop'
  const bounds = box.getBoundingClientRect()
  const top = Math.max(bounds.top, 0)
  const bottom = Math.min(bounds.bottom, innerHeight)
  const x = bounds.left + bounds.width / 2
  // Below a header that sticks, above a scroll bar.
  const heights = [top + 120, (top + bottom) / 2, bottom - 32]
  // Between two cells there is nothing of either, in a row that is full.
  const gapPx = 16
  const isEmptyAt = (y: number) => {
    const row = document.elementFromPoint(x, y)?.closest('[role="row"]')
    return !Array.from(row?.children ?? []).some((cell) => {
      const { left, right } = cell.getBoundingClientRect()
      return right > left && left - gapPx < x && x < right + gapPx
    })
  }
  box[side] = startPx
  let at = startPx
  let step = pxPerFrame
  let empty = 0
  let frame = -10
  return new Promise((resolve) => {
    const look = () => {
      if (frame === frames) {
        resolve(empty)
        return
      }
      if (frame >= 0) {
        if (at + step > startPx + distancePx || at + step < startPx) step = -step
        at += step
        box[side] = at
        if (heights.some(isEmptyAt)) empty += 1
      }
      frame += 1
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}
