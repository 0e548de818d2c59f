import { UsageError, readCommandLine } from './options.ts'
import { startSimulator, type Simulator } from './simulator.ts'

async function main(): Promise<void> {
  const { simulator: options, faults } = readCommandLine(process.argv.slice(2))
  const simulator = await startSimulator(options)
  for (const { name, tenant } of faults) {
    const tenantId = tenant === undefined ? undefined : tenantIdOf(simulator, tenant)
    simulator.faults.add(name, { tenantId })
  }
  console.log(`Simulated Microsoft is ready at ${simulator.url}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void simulator.close())
  }
}

function tenantIdOf({ world }: Simulator, name: string): string {
  const tenant = world.tenants.find((each) => each.id === name || each.defaultDomainName === name)
  if (tenant) return tenant.id
  throw new UsageError(`--faults names a tenant that does not exist: '${name}'.`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
