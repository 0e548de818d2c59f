import { FluentProvider } from '@fluentui/react-components'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { showToast } from '../lib/toasts.ts'
import { lightTheme } from './theme.ts'
import { ToastRegion } from './toast-region.tsx'

function show(title: string, intent: 'success' | 'error' = 'success') {
  act(() => showToast({ intent, title }))
}

function renderRegion() {
  vi.useFakeTimers()
  render(
    <FluentProvider theme={lightTheme}>
      <ToastRegion />
    </FluentProvider>,
  )
}

function pass(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

test('a new toast replaces the visible one, and its time starts again', () => {
  renderRegion()
  show('First')
  pass(4_000)
  show('Second')
  expect(screen.queryByText('First')).not.toBeInTheDocument()
  pass(4_000)
  expect(screen.getByRole('status')).toHaveTextContent('Second')
  pass(1_001)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

test('an error stays longer than a success', () => {
  renderRegion()
  show('Broken', 'error')
  pass(9_000)
  expect(screen.getByText('Broken')).toBeInTheDocument()
  pass(1_001)
  expect(screen.queryByText('Broken')).not.toBeInTheDocument()
})

test('a toast waits while the reader is at it, and goes when dismissed', () => {
  renderRegion()
  show('Wait')
  const dismiss = screen.getByRole('button', { name: 'Dismiss' })
  act(() => dismiss.focus())
  pass(60_000)
  expect(screen.getByText('Wait')).toBeInTheDocument()
  fireEvent.click(dismiss)
  expect(screen.queryByText('Wait')).not.toBeInTheDocument()
})

test('toasts are spoken also while a dialog hides the rest of the page', () => {
  renderRegion()
  expect(screen.getByRole('status').closest('body > *')).toHaveAttribute('data-tabster-never-hide')
})

test('a toast that can be acted on stays longer, and goes with the act', () => {
  renderRegion()
  const run = vi.fn()
  act(() => showToast({ intent: 'success', title: 'Hidden', action: { label: 'Undo', run } }))
  pass(9_000)
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(run).toHaveBeenCalledOnce()
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})
