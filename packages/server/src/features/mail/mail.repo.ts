import type { MailSecurity } from '@tenantscope/contract/mail'

import type { Db, Trx } from '../../db/tables.ts'

export type MailRepo = ReturnType<typeof createMailRepo>

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

export type StoredMail = Awaited<ReturnType<MailRepo['read']>>

const NONE = {
  host: null,
  port: null,
  security: null,
  username: null,
  sealedPassword: null,
  fromAddress: null,
  fromName: null,
}

/** Stores the single row of the mail server; the migrations insert it. */
export function createMailRepo(db: Db) {
  async function read(within: Db = db) {
    const row = await within.selectFrom('mailSettings').selectAll().executeTakeFirstOrThrow()
    const { host, port, security, fromAddress, version, updatedAt, updatedBy } = row
    const { username, sealedPassword, fromName } = row
    /** Null when none is configured. */
    const server: StoredServer | null =
      host === null || port === null || security === null || fromAddress === null
        ? null
        : { host, port, security, username, sealedPassword, fromAddress, fromName }
    return { server, version, updatedAt, updatedBy }
  }

  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    read,

    /** Locks the row until the transaction ends. */
    async readLocked(trx: Trx) {
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
