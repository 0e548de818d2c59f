import { AuditProblem, AuditTrail } from '@tenantscope/contract/audit'
import { z } from 'zod'

import type { AuditMacs } from './audit-macs.ts'

/** Something that was noticed of a trail when it could still be seen. */
const Finding = AuditProblem.extend({ trail: AuditTrail, noticedAt: z.iso.datetime() })
export type Finding = z.infer<typeof Finding>

const Head = z.object({ number: z.number().int(), mac: z.string() })

const AuditHeads = z.object({
  heads: z.partialRecord(AuditTrail, Head),
  findings: z.array(Finding),
})
/** The last record of each trail, kept where whoever changes the database does not reach. */
export type AuditHeads = z.infer<typeof AuditHeads>

const Envelope = z.object({ version: z.literal(1), content: z.string(), mac: z.string() })

const text = (given: AuditHeads): string => JSON.stringify(given)

/** As one text that nobody can make without the key. */
export function sealedHeads(macs: AuditMacs, heads: AuditHeads): string {
  const content = text(heads)
  return JSON.stringify({ version: 1, content, mac: macs.sealNote(`heads ${content}`) })
}

export type OpenedHeads =
  | { readonly state: 'genuine'; readonly heads: AuditHeads }
  | { readonly state: 'false' }
  | { readonly state: 'unknown-key' }

export function openedHeads(macs: AuditMacs, sealed: string): OpenedHeads {
  const envelope = Envelope.safeParse(parsed(sealed))
  if (!envelope.success) return { state: 'false' }
  const { content, mac } = envelope.data
  const state = macs.judgeNote(`heads ${content}`, mac)
  if (state !== 'genuine') return { state }
  return { state, heads: AuditHeads.parse(JSON.parse(content)) }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
