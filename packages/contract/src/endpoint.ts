import { z } from 'zod'

import type { CALL_BUDGETS } from './limits.ts'
import { SENSITIVE_ACTS } from './sensitive-acts.ts'
import type { SensitiveAct } from './sensitive-acts.ts'

/** The role required for a call; the server checks it before the handler runs (decisions.md, Roles). */
export type Access = 'public' | 'signedIn' | 'technician' | 'admin'

/**
 * The kind of reply: a JSON body, a redirect of the browser, a stream of server-sent events, a small
 * page (or a redirect to one), or a file.
 */
type ReplyKind = 'json' | 'redirect' | 'stream' | 'page' | 'file'

/** A named limit of expensive calls; see CALL_BUDGETS. */
export type CallBudget = keyof typeof CALL_BUDGETS

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
  /** The part of the request that contains `tenantId`. */
  readonly tenantIn: 'params' | 'body'
  /** True when the reply contains the tenant's data; the access is recorded before the reply is sent. */
  readonly opensTenant: boolean
  /** True when the call is allowed while the user must choose a new password. */
  readonly duringPasswordReset: boolean
  /** True for the calls that set up a second factor: allowed while the user must do that. */
  readonly duringEnrollment?: boolean
  /** A background call never prolongs a session (decisions.md, Sign-in and sessions). */
  readonly background: boolean
  /** True when the call changes data, so that its origin is checked; always true for writes. */
  readonly hasEffect: boolean
  /** Set for dangerous actions, which require a fresh sign-in (decisions.md, Roles); from SENSITIVE_ACTS. */
  readonly sensitive: SensitiveAct | null
  /** The budget of the user's expensive calls that the call counts against. */
  readonly budget: CallBudget | null
  /** The maximum size of the body. */
  readonly maxBodyBytes: number
  /** The type of the body: JSON, or a form with a file, whose parts the handler reads as a stream. */
  readonly accepts: 'json' | 'multipart'
  readonly kind: Kind
  /** True when refusals contain `success: false`, as replies contain `success: true` (decisions.md, Errors). */
  readonly saysSuccess: boolean
  /** The HTTP status on success. */
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
const EmptyBody = z.undefined()

type Nothing = typeof Nothing
type EmptyBody = typeof EmptyBody

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
  duringEnrollment?: boolean
  background?: boolean
  hasEffect?: boolean
  budget?: CallBudget | null
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
/** For public calls with a few short fields. */
export const SMALL_BODY_BYTES = 4 * 1_024

/** Declares a call. Access is required: a call without it does not compile. */
export function endpoint<
  Reply extends z.ZodType,
  const Rule extends Access,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = EmptyBody,
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
    sensitive: SENSITIVE_ACTS[definition.name] ?? null,
    budget: null,
    maxBodyBytes: MAX_BODY_BYTES,
    accepts: 'json',
    kind: 'json',
    saysSuccess: hasSuccess(definition.reply),
    status: definition.kind === 'redirect' ? 302 : 200,
    params: Nothing,
    query: Nothing,
    body: EmptyBody,
    ...definition,
  }
}

/** File downloads are excluded: their handlers record the access. */
const readsTenant = ({
  method,
  kind,
  tenantScoped,
}: Partial<Pick<AnyEndpoint, 'method' | 'kind' | 'tenantScoped'>>): boolean =>
  tenantScoped === true && method === 'GET' && (kind ?? 'json') === 'json'

const hasSuccess = (reply: z.ZodType): boolean =>
  reply instanceof z.ZodObject && 'success' in reply.shape

/** The arguments of a call: only the parts that it declares. */
export type CallInput<E extends AnyEndpoint> = Part<'params', z.input<E['params']>> &
  Part<'query', z.input<E['query']>> &
  Part<'body', z.input<E['body']>>

type Part<Name extends string, Value> = undefined extends Value
  ? { [K in Name]?: Value }
  : Record<string, never> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value }

/** The reply of a call. */
export type CallReply<E extends AnyEndpoint> = z.output<E['reply']>
