import { MAIL_PASSWORD_MARKER, saveMailSettings } from '@tenantscope/contract/mail'
import type { MailSecurity, MailSettingsInput } from '@tenantscope/contract/mail'

import { problemsByField } from '../../lib/body-problems.ts'
import type { MailInput } from './report-settings.queries.ts'

/** The mail server as it stands in the fields. */
export interface MailDraft {
  host: string
  /** As it was typed. */
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

const NO_SERVER: MailDraft = {
  host: '',
  port: USUAL_PORTS.starttls,
  security: 'starttls',
  username: '',
  password: '',
  from: '',
  fromName: '',
}

export function draftOf(settings: MailSettingsInput | null): MailDraft {
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

export const isSameServer = (a: MailDraft, b: MailDraft): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

/** Whether a blank password means the stored one: only while it goes to the same place for the same name. */
export function keepsPassword(draft: MailDraft, stored: MailSettingsInput | null): boolean {
  if (stored === null || stored.password === null) return false
  const { host, port, security, username } = draftOf(stored)
  return (
    draft.host.trim() === host &&
    draft.port.trim() === port &&
    draft.security === security &&
    draft.username.trim() === username
  )
}

/** What the fields mean, by the contract's own rules, or what is wrong with them by field. */
export function readMail(
  draft: MailDraft,
  given: { stored: MailSettingsInput | null; version: number },
): { input: MailInput } | { problems: Readonly<Record<string, string>> } {
  const port = draft.port.trim()
  const read = saveMailSettings.body.safeParse(
    {
      settings: {
        host: draft.host,
        port: /^\d+$/.test(port) ? Number(port) : Number.NaN,
        security: draft.security,
        username: draft.username.trim() === '' ? null : draft.username,
        password: passwordIn(draft, given.stored),
        from: draft.from.trim(),
        fromName: draft.fromName.trim() === '' ? null : draft.fromName,
      },
      version: given.version,
    },
    { error: ({ path }) => (path?.[1] === 'port' ? PORT : undefined) },
  )
  if (read.success) return { input: read.data }
  const found = read.error.issues.map(({ path, message }) => ({
    field: String(path[1]),
    message,
  }))
  return { problems: problemsByField(found) }
}

const PORT = 'Enter a port from 1 to 65535'

function passwordIn(draft: MailDraft, stored: MailSettingsInput | null): string | null {
  if (draft.password !== '') return draft.password
  return keepsPassword(draft, stored) ? MAIL_PASSWORD_MARKER : null
}

/** Field names of the form, for what the server refused of `settings`. */
export function mailProblems(problems: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(problems).map(([field, message]) => [field.replace(/^settings\./, ''), message]),
  )
}
