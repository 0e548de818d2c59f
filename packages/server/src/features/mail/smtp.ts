import { createTransport } from 'nodemailer'
import type { SMTPTransportOptions } from 'nodemailer'

import { oneLine } from '../../lib/stored-text.ts'
import type { StoredServer } from './mail.repo.ts'
import { failureOf } from './mail.rules.ts'

export interface MailAttachment {
  readonly fileName: string
  readonly mediaType: string
  readonly content: Uint8Array
}

/** A message to one recipient. */
export interface MailMessage {
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly attachments?: readonly MailAttachment[]
}

const CONNECT_WITHIN_MS = 10_000
const SOCKET_IDLE_MS = 30_000

/** Sends one message; throws MailFailed. `ownName` is this host's name in the greeting. */
export async function sendBySmtp(
  server: StoredServer,
  { password, ownName }: { password: string | null; ownName: string },
  message: MailMessage,
): Promise<void> {
  const transport = createTransport({
    ...connectionOf(server, ownName),
    ...(server.username === null || password === null
      ? {}
      : { auth: { user: server.username, pass: password } }),
  })
  try {
    await transport.sendMail({
      from: { name: oneLine(server.fromName ?? ''), address: server.fromAddress },
      to: { name: oneLine(message.to.name), address: message.to.address },
      subject: oneLine(message.subject),
      text: message.text,
      ...(message.html === undefined ? {} : { html: message.html }),
      attachments: (message.attachments ?? []).map(({ fileName, mediaType, content }) => ({
        filename: oneLine(fileName),
        contentType: mediaType,
        content: Buffer.from(content),
      })),
      // Prevents automatic absence replies (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
      xMailer: false,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  } catch (error) {
    throw failureOf(error)
  } finally {
    transport.close()
  }
}

function connectionOf({ host, port, security }: StoredServer, name: string): SMTPTransportOptions {
  return {
    // Only addresses with a port have brackets.
    host: host.replaceAll(/[[\]]/g, ''),
    port,
    name,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { minVersion: 'TLSv1.2' },
    connectionTimeout: CONNECT_WITHIN_MS,
    dnsTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: SOCKET_IDLE_MS,
  }
}
