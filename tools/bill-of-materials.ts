import { z } from 'zod'

/** What an image is made of, as CycloneDX; written beside the program. */

const Component = z.looseObject({ 'bom-ref': z.string() })
const Dependency = z.object({ ref: z.string(), dependsOn: z.array(z.string()) })
const Bill = z.looseObject({
  metadata: z.looseObject({ component: Component }),
  components: z.array(Component),
  dependencies: z.array(Dependency),
})
const Tree = z.object({
  version: z.string().optional(),
  get dependencies() {
    return z.record(z.string(), Tree).optional()
  },
})

/**
 * `npm sbom --omit=dev` leaves out every package that some workspace has for development, also where
 * another ships it. So of all that it knows, this keeps what `npm ls` finds needed to run, and adds Node.
 */
export function billOfMaterials(given: {
  /** Of `npm sbom`, developers' packages with it. */
  everything: string
  /** Of `npm ls --json`, without them. */
  shipped: string
  nodeVersion: string
}): string {
  const { metadata, components, dependencies, ...rest } = Bill.parse(JSON.parse(given.everything))
  const node = nodeComponent(given.nodeVersion)
  const product = metadata.component['bom-ref']
  const kept = referencesIn(Tree.parse(JSON.parse(given.shipped)))
  const dependsOn = (refs: readonly string[]) => refs.filter((ref) => kept.has(ref))
  const bill = {
    ...rest,
    // npm names it after the folder that it happens to lie in.
    metadata: { ...metadata, component: { ...metadata.component, name: 'tenantscope' } },
    components: [...components.filter((each) => kept.has(each['bom-ref'])), node],
    dependencies: [
      ...dependencies
        .filter(({ ref }) => ref === product || kept.has(ref))
        .map(({ ref, dependsOn: refs }) => ({
          ref,
          dependsOn: [...dependsOn(refs), ...(ref === product ? [node['bom-ref']] : [])],
        })),
      { ref: node['bom-ref'], dependsOn: [] },
    ],
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}

/** Optional peers that nobody installed have no version. */
function referencesIn({ dependencies = {} }: z.infer<typeof Tree>): Set<string> {
  return new Set(
    Object.entries(dependencies).flatMap(([name, tree]) => [
      ...(tree.version === undefined ? [] : [`${name}@${tree.version}`]),
      ...referencesIn(tree),
    ]),
  )
}

/** By these names the databases of vulnerabilities know it; npm's package of it they do not. */
function nodeComponent(version: string) {
  const purl = `pkg:generic/node@${version}`
  return {
    'bom-ref': purl,
    type: 'platform',
    name: 'node',
    version,
    scope: 'required',
    description: 'Node.js, which runs the program',
    purl,
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    licenses: [{ license: { id: 'MIT' } }],
  }
}
