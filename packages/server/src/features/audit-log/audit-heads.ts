import { AuditProblem, AuditTrail } from '@tenantscope/contract/audit'
import { z } from 'zod'

import { jsonOf } from '../../lib/json.ts'
import type { AuditMacs } from './audit-macs.ts'

/** A problem of a trail, recorded while it was detectable. */
const Finding = AuditProblem.extend({ trail: AuditTrail, noticedAt: z.iso.datetime() })
export type Finding = z.infer<typeof Finding>

const Head = z.object({ number: z.number().int(), mac: z.string() })

const AuditHeads = z.object({
  heads: z.partialRecord(AuditTrail, Head),
  findings: z.array(Finding),
  /** When the file was missing or sealed with an unknown key, so that the ends were taken from the database unchecked. */
  adoptedAt: z.iso.datetime().optional(),
})
/** The last record of each trail, stored outside the database as evidence against changes there. */
export type AuditHeads = z.infer<typeof AuditHeads>

const Envelope = z.object({ version: z.literal(1), content: z.string(), mac: z.string() })

/** Serializes and seals the heads, so that only holders of the key can create them. */
export function sealedHeads(macs: AuditMacs, heads: AuditHeads): string {
  const content = JSON.stringify(heads)
  return JSON.stringify({ version: 1, content, mac: macs.sealNote(`heads ${content}`) })
}

export type OpenedHeads =
  | { readonly state: 'genuine'; readonly heads: AuditHeads }
  | { readonly state: 'false' }
  | { readonly state: 'unknown-key' }

export function openedHeads(macs: AuditMacs, sealed: string): OpenedHeads {
  const envelope = Envelope.safeParse(jsonOf(sealed))
  if (!envelope.success) return { state: 'false' }
  const { content, mac } = envelope.data
  const state = macs.judgeNote(`heads ${content}`, mac)
  if (state !== 'genuine') return { state }
  return { state, heads: AuditHeads.parse(JSON.parse(content)) }
}
