import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** What /metrics shows: labels are templates and closed words, never ids, addresses or names. */
export interface Metrics {
  readonly registry: Registry
  readonly httpRequestSeconds: Histogram<'method' | 'route' | 'status'>
  readonly jobSeconds: Histogram<'queue' | 'outcome'>
  readonly graphRequests: Counter<'api' | 'outcome'>
}

/** Makes the process's measurements, the event loop's delay among them. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    httpRequestSeconds: new Histogram({
      name: 'tenantscope_http_request_duration_seconds',
      help: 'How long requests took, by route template',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
      registers: [registry],
    }),
    jobSeconds: new Histogram({
      name: 'tenantscope_job_duration_seconds',
      help: 'How long background jobs took, by queue and outcome',
      labelNames: ['queue', 'outcome'],
      buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 900],
      registers: [registry],
    }),
    graphRequests: new Counter({
      name: 'tenantscope_graph_requests_total',
      help: 'Requests to Microsoft, by what was asked and how it ended',
      labelNames: ['api', 'outcome'],
      registers: [registry],
    }),
  }
}
