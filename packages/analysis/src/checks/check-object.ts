/** An object of the tenant that is evidence. */
export interface CheckObject {
  readonly kind:
    | 'user'
    | 'group'
    | 'policy'
    | 'role'
    | 'application'
    | 'servicePrincipal'
    | 'device'
    | 'domain'
    | 'sku'
    | 'subscription'
    | 'namedLocation'
    | 'setting'
  readonly id: string
  readonly name: string | null
}
