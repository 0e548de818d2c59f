import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'

import { ApiError, userMessageOf } from '../../lib/api-error.ts'
import { hasNewVersion } from '../../lib/new-version.ts'
import { runFresh } from '../../lib/run-fresh.ts'
import { FreshSignIn } from './fresh-sign-in.tsx'

const loadNothing = () => Promise.reject(new Error('An upgrade removed the file'))

const tooOld = new ApiError({
  status: 403,
  text: 'Forbidden',
  body: {
    error: 'Please sign in again',
    message: 'Please sign in again',
    code: 'FRESH_SIGN_IN_REQUIRED',
    requestId: 'r-1',
  },
})

function Act() {
  const [outcome, setOutcome] = useState('')
  const act = () =>
    runFresh(() => Promise.reject(tooOld)).catch((error: unknown) =>
      setOutcome(userMessageOf(error)),
    )
  return (
    <>
      <button onClick={() => void act()}>Act</button>
      {outcome}
      <FreshSignIn load={loadNothing} />
    </>
  )
}

test('a dialog whose code an upgrade removed answers with the refusal', async () => {
  // React reports every caught error to the console, which is its own noise here.
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  render(<Act />)
  fireEvent.click(screen.getByText('Act'))
  expect(await screen.findByText('Please sign in again')).toBeInTheDocument()
  expect(hasNewVersion.get()).toBe(true)
})
