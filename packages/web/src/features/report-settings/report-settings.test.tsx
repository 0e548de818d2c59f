import { getReportSettings, saveReportSettings } from '@tenantscope/contract/branding'
import type { ReportSettings } from '@tenantscope/contract/branding'
import { getMailSettings, saveMailSettings, testMail } from '@tenantscope/contract/mail'
import type { MailSettings } from '@tenantscope/contract/mail'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'

import { administrator } from '../../testing/people.ts'
import { renderPart } from '../../testing/render-part.tsx'
import { ReportSettingsDialog } from './report-settings-dialog.tsx'

const settings: ReportSettings = {
  branding: { name: 'Northwind IT', accentColor: '#02717a', footer: null, logo: null },
  retentionMonths: 12,
  version: 3,
  updatedAt: null,
  updatedBy: null,
}
const mail: MailSettings = {
  settings: {
    host: 'smtp.msp.example',
    port: 587,
    security: 'starttls',
    username: 'reports',
    password: '***configured***',
    from: 'reports@msp.example',
    fromName: null,
  },
  version: 7,
  updatedAt: null,
  updatedBy: null,
}

function Scene() {
  const [isOpen, setIsOpen] = useState(true)
  if (!isOpen) return 'Closed'
  return <ReportSettingsDialog onClose={() => setIsOpen(false)} />
}

async function open(given: { mail?: MailSettings } = {}) {
  const app = await renderPart(<Scene />, {
    person: administrator,
    prepare: (server) => {
      server.answer(getReportSettings, settings)
      server.answer(getMailSettings, given.mail ?? mail)
    },
  })
  await screen.findByLabelText('Company name')
  return app
}

const byLabel = (label: string | RegExp) => screen.getByLabelText(label)
/** The button of the panel that is shown. */
const button = (name: string) =>
  screen.getAllByText(name).filter((each) => each.closest('[hidden]') === null)

const picture = (name: string, type: string, bytes = 10) =>
  new File([new Uint8Array(bytes)], name, { type })

test('name, color and footer are saved with the version, and show in the preview at once', async () => {
  const { user, server } = await open()
  server.answer(saveReportSettings, {
    ...settings,
    branding: { ...settings.branding, name: 'Northwind', footer: 'Call us' },
    version: 4,
  })
  await user.clear(byLabel('Company name'))
  await user.type(byLabel('Company name'), 'Northwind')
  await user.type(byLabel('Footer'), 'Call us')
  expect(screen.getAllByText('Call us').length).toBeGreaterThan(0)
  await user.click(button('Save')[0]!)
  expect(await screen.findByText('Report settings saved')).toBeInTheDocument()
  expect(server.requestsTo(saveReportSettings)[0]?.body).toEqual({
    name: 'Northwind',
    accentColor: '#02717a',
    footer: 'Call us',
    logo: null,
    retentionMonths: 12,
    version: 3,
  })
})

test('a color and months that are none are said at their fields, and nothing is sent', async () => {
  const { user, server } = await open()
  await user.clear(byLabel('Accent color'))
  await user.type(byLabel('Accent color'), 'red')
  await user.clear(byLabel('Keep reports for (months)'))
  await user.type(byLabel('Keep reports for (months)'), '1.5')
  await user.click(button('Save')[0]!)
  expect(await screen.findByText('Enter a color as #RRGGBB')).toBeInTheDocument()
  expect(screen.getByText('Enter whole months from 1 to 120')).toBeInTheDocument()
  expect(byLabel('Accent color')).toHaveFocus()
  expect(server.requestsTo(saveReportSettings)).toHaveLength(0)
})

test('a logo is chosen, sent and taken away; other files and large ones are refused', async () => {
  const { user, server } = await open()
  server.answer(saveReportSettings, settings)
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await user.upload(input, picture('big.png', 'image/png', 600_000))
  expect(await screen.findByText('big.png is larger than 512 kB.')).toBeInTheDocument()
  await user.upload(input, picture('logo.png', 'image/png'))
  expect(await screen.findByText('Replace logo')).toBeInTheDocument()
  expect(screen.getByAltText('Logo')).toHaveAttribute('src', expect.stringMatching(/^data:image/u))
  await user.click(button('Save')[0]!)
  await screen.findByText('Report settings saved')
  expect(server.requestsTo(saveReportSettings)[0]?.body).toMatchObject({
    logo: { mediaType: 'image/png', base64: btoa('\0'.repeat(10)) },
  })
})

test('an error about the picture is shown at the picture field', async () => {
  const { user, server } = await open()
  const message = 'This picture cannot be drawn'
  server.refuse(saveReportSettings, {
    status: 400,
    code: 'BAD_REQUEST',
    message,
    fields: [{ field: 'body.logo', message }],
  })
  await user.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    picture('logo.svg', 'image/svg+xml'),
  )
  await screen.findByText('Replace logo')
  await user.click(button('Save')[0]!)
  expect(await screen.findByText(message)).toBeInTheDocument()
})

test('of two users who save, the second gets a notice and starts again with what the first one saved', async () => {
  const { user, server } = await open()
  server.refuse(saveReportSettings, { status: 409, code: 'CONFLICT', message: 'Changed by Megan.' })
  await user.type(byLabel('Footer'), 'x')
  await user.click(button('Save')[0]!)
  await screen.findByText('Changed by another user')
  const theirs = { ...settings.branding, name: 'Theirs' }
  server.answer(getReportSettings, { ...settings, branding: theirs, version: 4 })
  await user.click(screen.getByText('Load newer'))
  await waitFor(() => expect(byLabel('Company name')).toHaveValue('Theirs'))
  expect(byLabel('Company name')).toHaveFocus()
  expect(byLabel('Footer')).toHaveValue('')
})

test('a mail server keeps its password while it stays the same, and asks for it when it does not', async () => {
  const { user, server } = await open()
  server.answer(saveMailSettings, mail)
  await user.click(screen.getByRole('tab', { name: 'Mail', hidden: true }))
  await user.type(await screen.findByLabelText('From name'), 'Northwind')
  expect(screen.getByText(/A password is stored/)).toBeInTheDocument()
  await user.click(button('Save')[1]!)
  await screen.findByText('Mail server saved')
  expect(server.requestsTo(saveMailSettings)[0]?.body).toMatchObject({
    settings: { password: '***configured***', fromName: 'Northwind' },
    version: 7,
  })
  await user.type(byLabel('Mail server'), '2')
  expect(screen.queryByText(/A password is stored/)).not.toBeInTheDocument()
})

test('the usual port follows the protection, and no protection warns', async () => {
  const { user } = await open()
  await user.selectOptions(byLabel('Security'), 'TLS from the start')
  expect(byLabel('Port')).toHaveValue('465')
  await user.selectOptions(byLabel('Security'), 'None (only inside your own network)')
  expect(byLabel('Port')).toHaveValue('25')
  expect(screen.getByText(/sent unencrypted/)).toBeInTheDocument()
})

test('a test mail says whether it went out', async () => {
  const { user, server } = await open()
  server.answer(testMail, { isSent: false, message: 'The mail server refused the sign-in.' })
  await user.click(screen.getByText('Send test mail'))
  expect(await screen.findByText('Test mail failed')).toBeInTheDocument()
  expect(screen.getByText('The mail server refused the sign-in.')).toBeInTheDocument()
})

test('removing the server asks first and sends null', async () => {
  const { user, server } = await open()
  server.answer(saveMailSettings, { ...mail, settings: null, version: 8 })
  await user.click(screen.getAllByText('Mail')[0]!)
  await user.click(screen.getByText('Remove'))
  await screen.findByText('Remove the mail server?')
  await user.click(screen.getAllByText('Remove').at(-1)!)
  await screen.findByText('Mail server removed')
  expect(server.requestsTo(saveMailSettings)[0]?.body).toEqual({ settings: null, version: 7 })
  await waitFor(() => expect(screen.queryByText('Send test mail')).not.toBeInTheDocument())
  // The button that was pressed is gone; left alone, the focus would go to the page behind.
  await waitFor(() => expect(byLabel('Mail server')).toHaveFocus())
})

test('what is not saved is not lost by an Escape, in either panel', async () => {
  const { user } = await open()
  await user.type(byLabel('Footer'), 'x{Escape}')
  expect(await screen.findByText('Discard your changes?')).toBeInTheDocument()
  await user.click(screen.getByText('Keep editing'))
  expect(byLabel('Footer')).toHaveValue('x')
  await user.click(byLabel('Close'))
  await user.click(await screen.findByText('Discard'))
  expect(await screen.findByText('Closed')).toBeInTheDocument()
})
