import type { MailSecurity } from '@tenantscope/contract/mail'
import type { Kysely, Transaction } from 'kysely'

import type { Database } from '../../db/tables.ts'

export type MailRepo = ReturnType<typeof createMailRepo>

type Trx = Transaction<Database>

/** A mail server as stored; the password is sealed. */
export interface StoredServer {
  readonly host: string
  readonly port: number
  readonly security: MailSecurity
  readonly username: string | null
  readonly sealedPassword: string | null
  readonly fromAddress: string
  readonly fromName: string | null
}

export interface StoredMail {
  /** Null: none is configured. */
  readonly server: StoredServer | null
  readonly version: number
  readonly updatedAt: Date | null
  readonly updatedBy: string | null
}

const NONE = {
  host: null,
  port: null,
  security: null,
  username: null,
  sealedPassword: null,
  fromAddress: null,
  fromName: null,
}

/** The one row of the mail server; the migrations insert it. */
export function createMailRepo(db: Kysely<Database>) {
  async function read(within: Kysely<Database> = db): Promise<StoredMail> {
    const row = await within.selectFrom('mailSettings').selectAll().executeTakeFirstOrThrow()
    const { host, port, security, fromAddress, version, updatedAt, updatedBy } = row
    const { username, sealedPassword, fromName } = row
    const server =
      host === null || port === null || security === null || fromAddress === null
        ? null
        : { host, port, security, username, sealedPassword, fromAddress, fromName }
    return { server, version, updatedAt, updatedBy }
  }

  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    read,

    /** Nobody else changes it before the transaction ends. */
    async readLocked(trx: Trx): Promise<StoredMail> {
      await trx.selectFrom('mailSettings').select('id').forUpdate().execute()
      return read(trx)
    },

    async replace(
      trx: Trx,
      server: StoredServer | null,
      { by: updatedBy, at: updatedAt }: { by: string; at: Date },
    ): Promise<void> {
      await trx
        .updateTable('mailSettings')
        .set((eb) => ({
          ...(server ?? NONE),
          updatedBy,
          updatedAt,
          version: eb('version', '+', 1),
        }))
        .execute()
    },
  }
}
