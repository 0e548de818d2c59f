import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { findButton } from './submit.tsx'
import type { Submit } from './submit.tsx'

/**
 * Tests that a double click on a button sends once, that nothing else comes to its place, and that each
 * control around it has a name and an id of its own. A new form calls it in its own test.
 */
export function testOneEffect({ file, button, sends, open, endsAtOnce }: Submit): void {
  test(`a double click on ${String(button)} in ${file} sends once`, async () => {
    const { server } = await open()
    // No answer is required: the request is held.
    server.refuse(sends, { status: 500, code: 'INTERNAL', message: 'Not asked for.' })
    const sentBefore = server.requestsTo(sends).length
    server.hold(sends)
    const main = await findButton(button)
    await waitFor(() => expect(main).toBeEnabled())
    expectOwnNamesAndIds()
    const actions = main.parentElement
    const before = placesIn(actions, main)
    // Both clicks arrive before the screen follows, as on a busy computer.
    await act(async () => {
      for (const detail of [1, 2]) main.dispatchEvent(clickOf(detail))
    })
    await waitFor(() => expect(server.requestsTo(sends).length).toBeGreaterThan(sentBefore))
    // A third click comes while the request runs.
    if (endsAtOnce !== true)
      await act(async () => {
        main.dispatchEvent(clickOf(1))
      })
    expect(server.requestsTo(sends)).toHaveLength(sentBefore + 1)
    // The button keeps its place, where Cancel would otherwise take the next click; or all buttons are gone.
    const after = placesIn(actions, main)
    const isKept = before.fromStart === after.fromStart || before.fromEnd === after.fromEnd
    expect(actions?.isConnected !== true || isKept).toBe(true)
  })
}

/** Returns how many elements are before and after a button in its row. */
function placesIn(row: HTMLElement | null, button: HTMLElement) {
  const buttons = Array.from(row?.children ?? [])
  const fromStart = buttons.indexOf(button)
  return { fromStart, fromEnd: fromStart === -1 ? -1 : buttons.length - fromStart }
}

const clickOf = (detail: number) =>
  new MouseEvent('click', { bubbles: true, cancelable: true, detail })

/** A click on the label of one control must not reach another one, which has the same id. */
function expectOwnNamesAndIds(): void {
  const controls = Array.from(document.querySelectorAll('input:not([hidden]), select, textarea'))
  const ids = controls.flatMap(({ id }) => (id === '' ? [] : [id]))
  expect(ids).toEqual([...new Set(ids)])
  for (const control of controls) expect(control).toHaveAccessibleName()
}
