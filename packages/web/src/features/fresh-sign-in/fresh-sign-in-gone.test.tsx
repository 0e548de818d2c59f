import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'

import { ApiError, userMessageOf } from '../../lib/api-error.ts'
import { hasNewVersion } from '../../lib/new-version.ts'
import { useFreshSignIn } from './use-fresh-sign-in.tsx'

vi.mock('./fresh-sign-in-dialog.tsx', () => {
  throw new Error('gone with an upgrade')
})

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
  const { run, dialog } = useFreshSignIn()
  const [outcome, setOutcome] = useState('')
  const act = () =>
    run(() => Promise.reject(tooOld)).catch((error: unknown) => setOutcome(userMessageOf(error)))
  return (
    <>
      <button onClick={() => void act()}>Act</button>
      {outcome}
      {dialog}
    </>
  )
}

test('where an upgrade has taken the question away, the refusal is told and nothing waits', async () => {
  // React reports every caught error to the console, which is its own noise here.
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  render(<Act />)
  fireEvent.click(screen.getByText('Act'))
  expect(await screen.findByText('Please sign in again')).toBeInTheDocument()
  expect(hasNewVersion.get()).toBe(true)
  vi.restoreAllMocks()
})
