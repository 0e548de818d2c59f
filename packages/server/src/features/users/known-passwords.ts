/** Passwords that everybody can read somewhere. Nobody is kept from them in the demo, but the security screens say so. */
const KNOWN_PASSWORDS: readonly string[] = [
  // Of `npm run demo`, on 127.0.0.1 only (decisions.md, Sign-in and sessions).
  'Demo-Admin-2026!',
]

export const isKnownPassword = (password: string): boolean => KNOWN_PASSWORDS.includes(password)
