import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'

import { oneTabStop } from './one-tab-stop.ts'

function Bar() {
  const [hasMore, setHasMore] = useState(false)
  return (
    <>
      <div ref={oneTabStop} role="toolbar" aria-label="Commands">
        <button onClick={() => setHasMore(true)}>One</button>
        <button>Two</button>
        {hasMore && <button>Three</button>}
      </div>
      <button>After</button>
    </>
  )
}

const button = (name: string) => screen.getByRole('button', { name })

test('the Tab key stops once in a group of buttons, and the arrow keys move within it', async () => {
  const user = userEvent.setup()
  render(<Bar />)
  await user.tab()
  expect(button('One')).toHaveFocus()
  await user.keyboard('{Enter}')
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(button('Three')).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(button('One')).toHaveFocus()
  await user.keyboard('{End}{ArrowLeft}')
  expect(button('Two')).toHaveFocus()
  await user.tab()
  expect(button('After')).toHaveFocus()
  await user.tab({ shift: true })
  expect(button('Two')).toHaveFocus()
})
