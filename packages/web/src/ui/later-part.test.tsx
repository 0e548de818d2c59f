import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { lazyPart } from '../lib/load-part.ts'
import { hasNewVersion } from '../lib/new-version.ts'
import { LaterPart } from './later-part.tsx'

test('a part that cannot be loaded leaves the page as it is', async () => {
  // React reports every caught error to the console, which is its own noise here.
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const Part = lazyPart<object>(() => Promise.reject(new TypeError('Failed to fetch')))
  render(
    <p>
      The page{' '}
      <LaterPart>
        <Part />
      </LaterPart>
    </p>,
  )
  await vi.waitFor(() => expect(hasNewVersion.get()).toBe(true), { timeout: 30_000 })
  expect(screen.getByText('The page')).toBeInTheDocument()
  vi.restoreAllMocks()
})
