import { z } from 'zod'

import { endpoint } from './endpoint.ts'

/** Replaces a stored password in replies; sending it back keeps the password. */
export const MAIL_PASSWORD_MARKER = '***configured***'

/** The protection of the mail connection: TLS from the start, STARTTLS, or none. */
export const MailSecurity = z.enum(['tls', 'starttls', 'none'])
export type MailSecurity = z.infer<typeof MailSecurity>

export const MailSettingsInput = z.object({
  host: z
    .string('Mail server is required')
    .trim()
    .min(1, 'Mail server is required')
    .max(253)
    .regex(/^[A-Za-z0-9.:[\]-]+$/, 'Enter the name of a server, without http:// or a port'),
  port: z.number('Enter a port from 1 to 65535').int().min(1).max(65_535),
  security: MailSecurity,
  username: z.string().trim().max(320).nullable(),
  /** Null for none; the marker keeps the stored password while server and user name are unchanged. */
  password: z.string().max(1_000).nullable(),
  from: z.email('Enter the sender address').max(320),
  fromName: z.string().trim().max(80).nullable(),
})
export type MailSettingsInput = z.infer<typeof MailSettingsInput>

/** The mail server of the installation; `settings` is null while none is configured. */
export const MailSettings = z.object({
  settings: MailSettingsInput.nullable(),
  version: z.number().int(),
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: z.string().nullable(),
})
export type MailSettings = z.infer<typeof MailSettings>

export const getMailSettings = endpoint({
  name: 'getMailSettings',
  summary: 'The mail server, without its password',
  method: 'GET',
  path: '/api/admin/mail',
  access: 'admin',
  reply: MailSettings,
})

export const saveMailSettings = endpoint({
  name: 'saveMailSettings',
  summary: 'Set the mail server, or null for none; 409 when changed meanwhile',
  method: 'PUT',
  path: '/api/admin/mail',
  access: 'admin',
  body: z.object({ settings: MailSettingsInput.nullable(), version: z.number().int().optional() }),
  reply: MailSettings,
})

export const testMail = endpoint({
  name: 'testMail',
  summary:
    'Send a test mail to an address of a user of this installation, with the stored settings',
  method: 'POST',
  path: '/api/admin/mail/test',
  access: 'admin',
  reply: z.object({ isSent: z.boolean(), message: z.string() }),
})
