import { MAIL_PASSWORD_MARKER, saveMailSettings } from '@tenantscope/contract/mail'
import type { MailSecurity, MailSettingsInput } from '@tenantscope/contract/mail'

import { readBody } from '../../lib/body-problems.ts'
import type { Read } from '../../lib/body-problems.ts'
import type { MailInput } from './report-settings.queries.ts'

/** The mail server in the fields of its form. */
export interface MailValues {
  host: string
  /** As entered. */
  port: string
  security: MailSecurity
  username: string
  /** Blank: none, or the stored one. */
  password: string
  from: string
  fromName: string
}

/** The usual port of each protection. */
export const USUAL_PORTS = { tls: '465', starttls: '587', none: '25' } as const satisfies Record<
  MailSecurity,
  string
>

const NO_SERVER: MailValues = {
  host: '',
  port: USUAL_PORTS.starttls,
  security: 'starttls',
  username: '',
  password: '',
  from: '',
  fromName: '',
}

export function valuesOf(settings: MailSettingsInput | null): MailValues {
  if (settings === null) return NO_SERVER
  const { host, port, security, username, from, fromName } = settings
  return {
    host,
    port: String(port),
    security,
    username: username ?? '',
    password: '',
    from,
    fromName: fromName ?? '',
  }
}

/** Whether a blank password means the stored one: only while it goes to the same place for the same name. */
export function keepsPassword(values: MailValues, stored: MailSettingsInput | null): boolean {
  if (stored === null || stored.password === null) return false
  const { host, port, security, username } = valuesOf(stored)
  return (
    values.host.trim() === host &&
    values.port.trim() === port &&
    values.security === security &&
    values.username.trim() === username
  )
}

/** Returns the input that the values represent, by the contract's own rules, or their problems. */
export function readMail(
  values: MailValues,
  given: { stored: MailSettingsInput | null; version: number },
): Read<MailInput> {
  const port = values.port.trim()
  const read = readBody(saveMailSettings.body, {
    settings: {
      host: values.host,
      port: /^\d+$/.test(port) ? Number(port) : Number.NaN,
      security: values.security,
      username: values.username.trim() === '' ? null : values.username,
      password: passwordIn(values, given.stored),
      from: values.from.trim(),
      fromName: values.fromName.trim() === '' ? null : values.fromName,
    },
    version: given.version,
  })
  if ('input' in read) return read
  return {
    problems: Object.fromEntries(
      Object.entries(read.problems).map(([field, message]) => {
        const name = fieldOf(field)
        return [name, name === 'port' ? 'Enter a port from 1 to 65535' : message]
      }),
    ),
  }
}

/** Returns the form's field for a field of the body: 'host' for 'settings.host'. */
export function fieldOf(bodyField: string): string {
  return bodyField.replace(/^settings\./, '')
}

function passwordIn(values: MailValues, stored: MailSettingsInput | null): string | null {
  if (values.password !== '') return values.password
  return keepsPassword(values, stored) ? MAIL_PASSWORD_MARKER : null
}
