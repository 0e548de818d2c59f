import { verdictText } from '@tenantscope/analysis/checks/posture-text'
import { SITUATION_TEXTS } from '@tenantscope/analysis/coverage/situation-text'
import { ShownVerdict } from '@tenantscope/contract/posture'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderPart } from '../../testing/render-part.tsx'
import { HelpButton } from './help-button.tsx'
import { HELP_TEXTS, RELATED_HELP } from './help-texts.ts'
import type { HelpTopic } from './help-topic.ts'

// Fluent shows a dialog to screen readers only when it has a layout.
test('help explains the screen, leads on to the other topics, and gives the focus back', async () => {
  const { user } = await renderPart(<HelpButton topic="tenant-dashboard" />)
  const opener = screen.getByRole('button', { name: 'Help: All Tenants' })
  await user.click(opener)
  const dialog = within(await screen.findByRole('dialog', { hidden: true }))
  expect(dialog.getByText('Help: All Tenants')).toBeInTheDocument()
  expect(dialog.getByText(/^Data as of/)).toBeInTheDocument()
  await user.click(dialog.getByText('Help: Permissions'))
  const title = await screen.findByText('Help: Permissions')
  expect(title).toHaveFocus()
  for (const text of [/Microsoft Entra ID \(Azure AD\)/, /1 to 2 minutes.*5 to 10 minutes/])
    expect(dialog.getAllByText(text).length).toBeGreaterThan(0)
  await user.keyboard('{Escape}')
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { hidden: true })).not.toBeInTheDocument(),
  )
  await waitFor(() => expect(opener).toHaveFocus())
  await user.click(opener)
  expect(await screen.findByText('Help: All Tenants')).toBeInTheDocument()
})

test('the help about posture explains every verdict and each of the seven situations', async () => {
  const { user } = await renderPart(<HelpButton topic="posture" />)
  await user.click(screen.getByRole('button', { name: 'Help: Posture' }))
  const dialog = await screen.findByRole('dialog', { hidden: true })
  for (const verdict of ShownVerdict.options)
    expect(dialog.textContent.toLowerCase()).toContain(verdictText(verdict).toLowerCase())
  for (const { name, description } of SITUATION_TEXTS)
    expect(dialog).toHaveTextContent(`${name}: ${description}`)
})

test('every topic can be reached from every other one', () => {
  const topics = [
    'azure-config',
    'azure-permissions',
    'billing-months',
    'enhanced-dashboard',
    'licenses',
    'posture',
    'tenant-dashboard',
  ] as const satisfies HelpTopic[]
  for (const start of topics) {
    const reached = new Set<HelpTopic>([start])
    for (const topic of reached) for (const next of RELATED_HELP[topic]) reached.add(next)
    expect([...reached].toSorted()).toEqual(topics)
  }
  expect(Object.keys(HELP_TEXTS).toSorted()).toEqual(topics)
})
