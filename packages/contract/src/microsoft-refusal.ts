import { z } from 'zod'

/** Who can resolve a refusal of Microsoft (microsoft-codes.ts). */
const CodeActor = z.enum(['mspAdministrator', 'customerAdministrator', 'staffMember', 'microsoft'])

/** A refusal of Microsoft for display, in full sentences. */
export const RefusalAdvice = z.object({
  actor: CodeActor,
  cause: z.string(),
  /** Addressed to the reader. */
  step: z.string(),
})
export type RefusalAdvice = z.infer<typeof RefusalAdvice>
