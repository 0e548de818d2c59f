import type { UserId } from '@tenantscope/contract/ids'
import type { MailSettings, MailSettingsInput } from '@tenantscope/contract/mail'
import { MAIL_PASSWORD_MARKER } from '@tenantscope/contract/mail'
import { z } from 'zod'

import { AppError, badField } from '../../lib/app-error.ts'
import { refuseOldVersion } from '../../lib/changed-meanwhile.ts'
import type { Clock } from '../../lib/clock.ts'
import { SealError } from '../../lib/seal.ts'
import type { Sealer } from '../../lib/seal.ts'
import { oneLine, visibleText } from '../../lib/stored-text.ts'
import type { AuditLogService, By } from '../audit-log/audit-log.service.ts'
import type { MailRepo, StoredMail, StoredServer } from './mail.repo.ts'
import { MailFailed, isSameAccount, isWorthRetrying } from './mail.rules.ts'
import { sendBySmtp } from './smtp.ts'
import type { MailMessage } from './smtp.ts'

export type MailService = ReturnType<typeof createMailService>
export type { MailAttachment, MailMessage } from './smtp.ts'

/** Binds the sealed password to its column, so that it opens nowhere else. */
const PASSWORD_PURPOSE = 'mail_settings.password'

/** Stores the mail server of the installation and sends mail. */
export function createMailService(deps: {
  repo: MailRepo
  sealer: Sealer
  auditLog: AuditLogService
  clock: Clock
  publicUrl: URL
  /** Returns a user's own e-mail address. */
  addressOf: (userId: UserId) => Promise<string | null>
}) {
  const { repo, sealer, auditLog, clock, publicUrl } = deps

  function opened(sealed: string | null): string | null {
    return sealed === null ? null : sealer.open(sealed, PASSWORD_PURPOSE)
  }

  /** Returns the server to store; throws 400 when the password is missing. */
  function serverFrom(given: MailSettingsInput, before: StoredServer | null): StoredServer {
    const { host, port, security, from: fromAddress } = given
    const username = visibleText(oneLine(given.username ?? ''))
    const fromName = given.fromName === null ? null : visibleText(oneLine(given.fromName))
    const server = { host, port, security, username, fromAddress, fromName }
    return { ...server, sealedPassword: sealedPasswordFrom(given.password, server, before) }
  }

  function sealedPasswordFrom(
    given: string | null,
    server: Omit<StoredServer, 'sealedPassword'>,
    before: StoredServer | null,
  ): string | null {
    if (server.username === null) return null
    if (given === null || given === '') throw missingPassword('Enter the password')
    if (given !== MAIL_PASSWORD_MARKER) return resealed(given, before)
    if (before === null || before.sealedPassword === null || !isSameAccount(before, server))
      throw missingPassword('Enter the password again')
    return before.sealedPassword
  }

  /** Keeps the stored sealed value of an equal password, so that it is not a change. */
  function resealed(password: string, before: StoredServer | null): string {
    const sealed = before?.sealedPassword ?? null
    if (sealed !== null && isSealedSo(sealed, password)) return sealed
    return sealer.seal(password, PASSWORD_PURPOSE)
  }

  function isSealedSo(sealed: string, password: string): boolean {
    try {
      return sealer.isNewest(sealed) && opened(sealed) === password
    } catch (error) {
      if (error instanceof SealError) return false
      throw error
    }
  }

  async function send(message: MailMessage): Promise<void> {
    const { server } = await repo.read()
    if (server === null) throw new MailFailed('not-configured')
    if (!z.email().safeParse(message.to.address).success) throw new MailFailed('no-address')
    await sendBySmtp(server, { password: passwordOf(server), ownName: publicUrl.hostname }, message)
  }

  function passwordOf(server: StoredServer): string | null {
    try {
      return opened(server.sealedPassword)
    } catch (error) {
      if (error instanceof SealError) throw new MailFailed('password')
      throw error
    }
  }

  return {
    async settings(): Promise<MailSettings> {
      return presented(await repo.read())
    },

    async isConfigured(): Promise<boolean> {
      return (await repo.read()).server !== null
    },

    /** A body without a version is accepted (decisions.md, Administration). */
    save(
      given: { settings: MailSettingsInput | null; version?: number | undefined },
      by: By,
    ): Promise<MailSettings> {
      return repo.transaction(async (trx) => {
        const stored = await repo.readLocked(trx)
        refuseOldVersion(given.version, stored)
        const before = stored.server
        const after = given.settings === null ? null : serverFrom(given.settings, before)
        const changed = changedFields(before, after)
        if (changed.length === 0) return presented(stored)
        await repo.replace(trx, after, { by: by.actor.name, at: clock.now() })
        await auditLog.change(
          {
            type: 'settings',
            action: 'mail server changed',
            changedBy: by.actor,
            oldValue: auditedServer(before),
            newValue: auditedServer(after),
            details: changed.join(', '),
            source: by.source,
          },
          trx,
        )
        return presented(await repo.read(trx))
      })
    },

    /** Throws MailFailed, whose message is for users. */
    send,

    /** True when a failed message may be accepted later. */
    isWorthRetrying,

    /** Sends a message to the caller with the stored settings, and returns the result. */
    async sendTest(person: {
      userId: UserId
      username: string
    }): Promise<{ isSent: boolean; message: string }> {
      if ((await repo.read()).server === null)
        throw new AppError('CONFLICT', 'Save a mail server first')
      const address = await deps.addressOf(person.userId)
      if (address === null || address === '')
        throw new AppError('CONFLICT', 'Your account has no e-mail address to send a test mail to')
      try {
        await send({
          to: { name: person.username, address },
          subject: 'Test mail of Tenantscope',
          text: `This mail shows that Tenantscope at ${publicUrl.href} can send mail.\n`,
        })
        return { isSent: true, message: `A test mail was sent to ${oneLine(address)}.` }
      } catch (error) {
        if (error instanceof MailFailed) return { isSent: false, message: error.message }
        throw error
      }
    },
  }
}

function presented({ server, version, updatedAt, updatedBy }: StoredMail): MailSettings {
  const change = { version, updatedAt: updatedAt?.toISOString() ?? null, updatedBy }
  if (server === null) return { settings: null, ...change }
  const { sealedPassword, fromAddress: from, ...rest } = server
  const password = sealedPassword === null ? null : MAIL_PASSWORD_MARKER
  return { settings: { ...rest, from, password }, ...change }
}

/** Returns the names of the fields that differ, for the trail. */
function changedFields(before: StoredServer | null, after: StoredServer | null): string[] {
  const names = [
    'host',
    'port',
    'security',
    'username',
    'sealedPassword',
    'fromAddress',
    'fromName',
  ] as const
  const isOther = (name: (typeof names)[number]) =>
    (before?.[name] ?? null) !== (after?.[name] ?? null)
  return names.filter(isOther).map((name) => (name === 'sealedPassword' ? 'password' : name))
}

/** Returns the trail's text: that a password is set, never the password. */
function auditedServer(server: StoredServer | null): string | null {
  if (server === null) return null
  const { sealedPassword, ...rest } = server
  return JSON.stringify({ ...rest, password: sealedPassword === null ? null : 'set' })
}

const missingPassword = (message: string): AppError => badField('settings.password', message)
