import { z } from 'zod'

import { domain, flag, number, text, texts } from '../engine/fields.ts'

/** A domain of a tenant; its id is its name. */
export const Domain = z.object({
  id: domain,
  isDefault: flag,
  isInitial: flag,
  isVerified: flag,
  isRoot: flag,
  /** Managed or Federated. */
  authenticationType: text,
  /** 2147483647: passwords never expire. Null on a federated domain, or where nothing was ever set. */
  passwordValidityPeriodInDays: number,
  supportedServices: texts,
})
export type Domain = z.infer<typeof Domain>

/** `/domains` with everything that is kept. */
export const DOMAINS_PATH = `/domains?$select=${Object.keys(Domain.shape).join(',')}`
