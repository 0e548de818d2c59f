import { config } from 'zod'

// The content security policy forbids eval: zod must not even try it. It asks for this when the first
// schema is made, so this module comes before every one that has schemas.
config({ jitless: true })
