interface SummaryTilesProps {
  tiles: readonly (readonly [label: string, figure: string])[]
}

/** The figures of a report. */
export function SummaryTiles({ tiles }: SummaryTilesProps) {
  return (
    <section aria-label="Summary">
      <dl className="tiles">
        {tiles.map(([label, figure]) => (
          <div key={label} className="card">
            <dt>{label}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
