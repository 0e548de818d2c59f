import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/**
 * Creates the values of /metrics, including the event loop's delay. Labels are templates and fixed
 * words, never ids, addresses or names.
 */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    httpRequestSeconds: new Histogram({
      name: 'tenantscope_http_request_duration_seconds',
      help: 'Duration of requests, by route template',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
      registers: [registry],
    }),
    jobSeconds: new Histogram({
      name: 'tenantscope_job_duration_seconds',
      help: 'Duration of background jobs, by queue and outcome',
      labelNames: ['queue', 'outcome'],
      buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 900],
      registers: [registry],
    }),
    graphRequests: new Counter({
      name: 'tenantscope_graph_requests_total',
      help: 'Requests to Microsoft, by kind and outcome',
      labelNames: ['api', 'outcome'],
      registers: [registry],
    }),
  }
}
