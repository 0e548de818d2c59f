import type { AnyEndpoint } from '@tenantscope/contract/endpoint'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'

import type { FakeServer } from '../fake-server.ts'
import { administrator } from '../people.ts'
import { renderApp } from '../render-app.tsx'
import { renderPart } from '../render-part.tsx'

/** A button of a form or a question that sends something. */
export interface Submit {
  /** The source file with the form or the question, below src. */
  file: string
  /** The label of the button. */
  button: string | RegExp
  /** What it sends. */
  sends: AnyEndpoint
  /** The action does not wait for the request, so a later click is a new action. */
  endsAtOnce?: true
  /** Shows the button, ready to be clicked. */
  open: () => Promise<{ server: FakeServer }>
}

/** Renders a part for an administrator, then takes steps to its button. */
export const shown =
  (
    part: ReactNode,
    prepare: (server: FakeServer) => void = () => undefined,
    steps: (server: FakeServer) => Promise<void> = async () => undefined,
  ): Submit['open'] =>
  async () => {
    const app = await renderPart(part, { person: administrator, prepare })
    await steps(app.server)
    return app
  }

/** Finds the last button with this label, which is the one of the topmost dialog. */
export function findButton(label: string | RegExp): Promise<HTMLButtonElement> {
  return waitFor(() => {
    const found = Array.from(document.querySelectorAll('button')).findLast((button) => {
      const name = button.ariaLabel ?? button.textContent
      return typeof label === 'string' ? name === label : label.test(name)
    })
    if (found === undefined) throw new Error(`No button is called ${label}`)
    return found
  })
}

export async function press(label: string | RegExp): Promise<void> {
  fireEvent.click(await findButton(label))
}

export async function write(label: string | RegExp, value: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText(matcherOf(label)), { target: { value } })
}

export async function choose(label: string | RegExp): Promise<void> {
  fireEvent.click(await screen.findByLabelText(matcherOf(label)))
}

/** Labels of required fields end with a star. */
const matcherOf = (label: string | RegExp) =>
  typeof label === 'string' ? (text: string) => text.replace(/\*$/u, '') === label : label

export const nothing = () => undefined

/** Opens a page of the complete application for an administrator. */
export const opened =
  (at: string, prepare: (server: FakeServer) => void): Submit['open'] =>
  () =>
    renderApp({ person: administrator, at, prepare })

export const mailServer = {
  host: 'smtp.msp.example',
  port: 587,
  security: 'starttls',
  username: null,
  password: null,
  from: 'reports@msp.example',
  fromName: null,
} as const
