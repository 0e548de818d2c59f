import type { AuditTrail } from '@tenantscope/contract/audit'

import type { Sealer } from '../../lib/seal.ts'

/**
 * A mac is `v1.<key id>.<seal>.<chain>`. The seal covers the record with its number and trail, so
 * each record can be verified alone. The chain covers the previous mac and the seal, so no record
 * can be replaced.
 */
export type AuditMacs = ReturnType<typeof createAuditMacs>

/** The last record of a trail or of a removed range. */
export interface AuditHead {
  readonly number: number
  readonly mac: string
}

export interface NumberedRecord {
  readonly number: number
  readonly record: readonly (string | null)[]
}

export interface SealedRecord extends NumberedRecord {
  readonly mac: string | null
}

/** The mac before the first record of a trail. */
export const NO_MAC = ''

export interface Genuine {
  readonly kind: 'genuine'
  follows(previousMac: string): boolean
}

export type Judgement =
  | Genuine
  /** Its content differs from the sealed one. */
  | { readonly kind: 'false' }
  | { readonly kind: 'unknown-key'; readonly keyId: string }

const PARTS = /^v1\.(?<keyId>[0-9a-f]{12})\.(?<seal>[\w-]{43})\.(?<chain>[\w-]{43})$/u
const NOTE = /^v1\.(?<keyId>[0-9a-f]{12})\.(?<seal>[\w-]{43})$/u

export function createAuditMacs(sealer: Pick<Sealer, 'macs'>) {
  const macs = sealer.macs('audit')

  const sealOf = (trail: AuditTrail, { number, record }: NumberedRecord, keyId: string) =>
    macs.of(`record ${JSON.stringify([trail, number, ...record])}`, keyId)
  const chainOf = (previousMac: string, seal: string, keyId: string) =>
    macs.of(`chain ${previousMac} ${seal}`, keyId)

  return {
    /** The mac of a record that follows the one with `previousMac`. */
    seal(trail: AuditTrail, record: NumberedRecord, previousMac: string): string {
      const { keyId } = macs
      const seal = sealOf(trail, record, keyId) ?? ''
      return `v1.${keyId}.${seal}.${chainOf(previousMac, seal, keyId) ?? ''}`
    },

    judge(trail: AuditTrail, record: SealedRecord): Judgement {
      const parts = PARTS.exec(record.mac ?? '')?.groups
      if (parts === undefined) return { kind: 'false' }
      const { keyId = '', seal = '', chain } = parts
      const expected = sealOf(trail, record, keyId)
      if (expected === null) return { kind: 'unknown-key', keyId }
      if (expected !== seal) return { kind: 'false' }
      return {
        kind: 'genuine',
        follows: (previousMac) => chainOf(previousMac, seal, keyId) === chain,
      }
    },

    /** Seals other texts: stored heads and removed ranges. */
    sealNote(text: string): string {
      return `v1.${macs.keyId}.${macs.of(`note ${text}`, macs.keyId) ?? ''}`
    },

    judgeNote(text: string, mac: string): 'genuine' | 'false' | 'unknown-key' {
      const { keyId = '', seal } = NOTE.exec(mac)?.groups ?? {}
      if (seal === undefined) return 'false'
      const expected = macs.of(`note ${text}`, keyId)
      if (expected === null) return 'unknown-key'
      return expected === seal ? 'genuine' : 'false'
    },
  }
}
