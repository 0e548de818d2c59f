import { z } from 'zod'

/** Who may call: checked by the server before the handler runs (decisions.md, Roles). */
export type Access = 'public' | 'signedIn' | 'technician' | 'admin'

/**
 * What comes back: a JSON body, a redirect of the browser, a stream of server-sent events, a small
 * page (or a redirect to one), or a file.
 */
type ReplyKind = 'json' | 'redirect' | 'stream' | 'page' | 'file'

/** One call as data: the server mounts it, the web client calls it, OpenAPI describes it. */
export interface Endpoint<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
  Rule extends Access = Access,
  IsTenantScoped extends boolean = boolean,
  Kind extends ReplyKind = ReplyKind,
> {
  /** The operation's name in OpenAPI, unique over all endpoints. */
  readonly name: string
  readonly summary: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** With `:name` for parameters, for example `/api/tenants/:tenantId/details`. */
  readonly path: `/api/${string}`
  readonly access: Rule
  /** Set when `tenantId` names a tenant: the call is granted for that tenant or answers 404. */
  readonly tenantScoped: IsTenantScoped
  /** Where `tenantId` stands. */
  readonly tenantIn: 'params' | 'body'
  /** Whether the reply shows data of that tenant: who saw them is in the trail before it leaves. */
  readonly opensTenant: boolean
  /** Whether the call works while the person must first choose a new password. */
  readonly duringPasswordReset: boolean
  /** A background call never prolongs a session (decisions.md, Sign-in and sessions). */
  readonly background: boolean
  /** Whether the call changes something, so that its origin is checked; every write does. */
  readonly hasEffect: boolean
  /** Dangerous acts ask for a sign-in not older than FRESH_SIGN_IN_MINUTES (decisions.md, Roles). */
  readonly needsFreshSignIn: boolean
  /** The longest body that is taken. */
  readonly maxBodyBytes: number
  /** What the body is: JSON, or a form with a file, whose parts the handler takes as they come. */
  readonly accepts: 'json' | 'multipart'
  readonly kind: Kind
  /** Whether refusals say `success: false`, as replies say `success: true` (decisions.md, Errors). */
  readonly saysSuccess: boolean
  /** The status of success. */
  readonly status: 200 | 202 | 302
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly reply: Reply
}

export type AnyEndpoint = Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType>

/** The schema of a call without path parameters or without a query. */
const Nothing = z.object({})
/** The schema of a call without a body. */
const NoBody = z.undefined()

type Nothing = typeof Nothing
type NoBody = typeof NoBody

interface EndpointDefinition<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
  Rule extends Access,
  IsTenantScoped extends boolean,
  Kind extends ReplyKind,
> {
  name: string
  summary: string
  method: AnyEndpoint['method']
  path: AnyEndpoint['path']
  access: Rule
  tenantScoped?: IsTenantScoped
  tenantIn?: AnyEndpoint['tenantIn']
  opensTenant?: boolean
  duringPasswordReset?: boolean
  background?: boolean
  hasEffect?: boolean
  needsFreshSignIn?: boolean
  maxBodyBytes?: number
  accepts?: AnyEndpoint['accepts']
  kind?: Kind
  saysSuccess?: boolean
  status?: AnyEndpoint['status']
  params?: Params
  query?: Query
  body?: Body
  reply: Reply
}

const MAX_BODY_BYTES = 256 * 1_024

/** Declares a call. Access is mandatory: a call without a rule does not compile. */
export function endpoint<
  Reply extends z.ZodType,
  const Rule extends Access,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = NoBody,
  const IsTenantScoped extends boolean = false,
  const Kind extends ReplyKind = 'json',
>(
  definition: EndpointDefinition<Params, Query, Body, Reply, Rule, IsTenantScoped, Kind>,
): Endpoint<Params, Query, Body, Reply, Rule, IsTenantScoped, Kind>
export function endpoint(
  definition: EndpointDefinition<
    z.ZodType,
    z.ZodType,
    z.ZodType,
    z.ZodType,
    Access,
    boolean,
    ReplyKind
  >,
): AnyEndpoint {
  return {
    tenantScoped: false,
    tenantIn: 'params',
    opensTenant: readsTenant(definition),
    duringPasswordReset: false,
    background: false,
    hasEffect: definition.method !== 'GET',
    needsFreshSignIn: false,
    maxBodyBytes: MAX_BODY_BYTES,
    accepts: 'json',
    kind: 'json',
    saysSuccess: hasSuccess(definition.reply),
    status: definition.kind === 'redirect' ? 302 : 200,
    params: Nothing,
    query: Nothing,
    body: NoBody,
    ...definition,
  }
}

/** Files, which leave, tell of themselves. */
const readsTenant = ({
  method,
  kind,
  tenantScoped,
}: Partial<Pick<AnyEndpoint, 'method' | 'kind' | 'tenantScoped'>>): boolean =>
  tenantScoped === true && method === 'GET' && (kind ?? 'json') === 'json'

const hasSuccess = (reply: z.ZodType): boolean =>
  reply instanceof z.ZodObject && 'success' in reply.shape

/** What a caller hands over: only the parts that the call has. */
export type CallInput<E extends AnyEndpoint> = Part<'params', z.input<E['params']>> &
  Part<'query', z.input<E['query']>> &
  Part<'body', z.input<E['body']>>

type Part<Name extends string, Value> = undefined extends Value
  ? { [K in Name]?: Value }
  : Record<string, never> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value }

/** What a caller receives. */
export type CallReply<E extends AnyEndpoint> = z.output<E['reply']>
