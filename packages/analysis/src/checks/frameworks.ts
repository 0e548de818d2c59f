/** Benchmarks whose numbers checks cite. */
export const FRAMEWORKS = ['cis', 'scuba', 'eidsca', 'maester'] as const
export type Framework = (typeof FRAMEWORKS)[number]

export const FRAMEWORK_NAMES: Readonly<Record<Framework, string>> = {
  cis: 'CIS Microsoft 365',
  scuba: 'SCuBA',
  eidsca: 'EIDSCA',
  maester: 'Maester',
}

/** What the references of a benchmark begin with. */
const PREFIXES: Readonly<Record<Framework, string>> = {
  cis: 'CIS ',
  scuba: 'MS.',
  eidsca: 'EIDSCA.',
  maester: 'MT.',
}

/** Returns whether one of the references is a number of the benchmark. */
export const isOfFramework = (references: readonly string[], framework: Framework): boolean =>
  references.some((reference) => reference.startsWith(PREFIXES[framework]))
