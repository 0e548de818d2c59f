import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'

import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { lazyPart } from './load-part.ts'
import { hasNewVersion } from './new-version.ts'

test('a part of the application that is gone raises the notice of a new version', async () => {
  // React reports every caught error to the console, which is its own noise here.
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const Part = lazyPart<object>(() =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  )
  render(
    <ErrorBoundary fallback={<p>Elsewhere all is well</p>}>
      <Suspense>
        <Part />
      </Suspense>
    </ErrorBoundary>,
  )
  expect(await screen.findByText('Elsewhere all is well')).toBeInTheDocument()
  expect(hasNewVersion.get()).toBe(true)
  vi.restoreAllMocks()
})

test('a part that is there is shown', async () => {
  const Part = lazyPart<object>(() => Promise.resolve(() => <p>Here</p>))
  render(
    <Suspense>
      <Part />
    </Suspense>,
  )
  expect(await screen.findByText('Here')).toBeInTheDocument()
  expect(hasNewVersion.get()).toBe(false)
})
