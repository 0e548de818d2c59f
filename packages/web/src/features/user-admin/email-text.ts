import { MailAddress } from '@tenantscope/contract/users'

/** What is sent of an address as it stands in its field; empty: there is none. */
export function emailIn(text: string): string | null {
  return text.trim() || null
}

/** What is wrong with an address; undefined where there is none or it is right. */
export function emailProblem(email: string | null): string | undefined {
  return email === null ? undefined : MailAddress.safeParse(email).error?.issues[0]?.message
}
