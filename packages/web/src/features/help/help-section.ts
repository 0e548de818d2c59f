export interface HelpSection {
  readonly heading: string
  readonly lines: readonly HelpLine[]
}

/** A text; with a term, its explanation. */
export type HelpLine = string | { readonly term: string; readonly text: string }
