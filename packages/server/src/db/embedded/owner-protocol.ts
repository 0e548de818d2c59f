import { z } from 'zod'

/** One line of JSON in each direction; then the connection ends. */
export const OwnerRequest = z.union([
  z.strictObject({ hello: z.literal(true) }),
  z.strictObject({ command: z.json() }),
])
export type OwnerRequest = z.infer<typeof OwnerRequest>

/** A process that has published its socket is 'starting' until it knows that no other one runs. */
export const OwnerHello = z.object({
  pid: z.int().positive(),
  startedAt: z.coerce.date(),
  state: z.enum(['starting', 'owner']),
})
export type OwnerHello = z.infer<typeof OwnerHello>

export const OwnerReply = z.union([
  z.strictObject({ hello: OwnerHello }),
  z.strictObject({ reply: z.json() }),
  z.strictObject({ error: z.string() }),
])
export type OwnerReply = z.infer<typeof OwnerReply>

export const requestBytesMax = 64 * 1024
export const replyBytesMax = 1024 * 1024
