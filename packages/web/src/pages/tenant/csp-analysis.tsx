import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { CspDecodeResult } from '@tenantscope/contract/csp-decode'
import type { ReactNode } from 'react'

import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { DecodedLicenses } from './decoded-licenses.tsx'
import { TestedEndpoints } from './tested-endpoints.tsx'

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '24px' },
  section: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0 },
  heading: { ...typographyStyles.body1Strong, margin: 0 },
  quiet: { ...typographyStyles.caption1, margin: 0, color: tokens.colorNeutralForeground2 },
  recommendations: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    margin: 0,
    paddingInlineStart: '24px',
    overflowWrap: 'anywhere',
  },
  suggestion: { display: 'block', color: tokens.colorNeutralForeground2 },
})

/** What all sources together say of the tenant's licenses, what to do first. */
export function CspAnalysis({ result }: { result: CspDecodeResult }) {
  const styles = useStyles()
  const format = useFormat()
  return (
    <div className={styles.whole}>
      <Recommendations recommendations={result.recommendations} />
      <Part title="Licenses beyond the subscribed SKUs">
        <DecodedLicenses
          emptyText="None: every license that people hold or a subscription sells is among the subscribed SKUs."
          rows={result.additionalLicenses.map((license) => ({
            ...license,
            figure: holdersText(license.holders, format),
          }))}
        />
      </Part>
      <Part title="Licenses that nobody holds">
        <DecodedLicenses
          emptyText="None: each subscribed SKU with usable seats has a holder."
          rows={result.unheldLicenses.map((license) => ({
            ...license,
            figure: `${format.number(license.enabledUnits)} usable seats`,
          }))}
        />
      </Part>
      <Part title="Business Premium variants">
        <DecodedLicenses
          emptyText="None was found."
          rows={result.businessPremiumVariants.map((variant) => ({
            ...variant,
            figure: seatsText(variant, format),
          }))}
        />
      </Part>
      <Part title="Endpoints tested">
        <TestedEndpoints endpoints={result.endpointsTested} />
      </Part>
      <p className={styles.quiet}>Decoded {format.dateTime(result.decodedAt)}.</p>
    </div>
  )
}

function holdersText(holders: number | null, format: Format): string {
  if (holders === null) return 'Holders not known'
  return `${format.number(holders)} ${holders === 1 ? 'holder' : 'holders'}`
}

type Variant = CspDecodeResult['businessPremiumVariants'][number]

function seatsText({ consumedUnits, prepaidUnits: { enabled } }: Variant, format: Format): string {
  const [assigned, usable] = [consumedUnits, enabled].map((count) =>
    count === null ? 'not known' : format.number(count),
  )
  return `Assigned ${assigned}, usable ${usable}`
}

function Recommendations({
  recommendations,
}: {
  recommendations: CspDecodeResult['recommendations']
}) {
  const styles = useStyles()
  return (
    <Part title="Recommendations">
      {recommendations.length === 0 && (
        <p className={styles.quiet}>Nothing to do: all sources agree.</p>
      )}
      {recommendations.length > 0 && (
        <ul className={styles.recommendations}>
          {recommendations.map(({ message, suggestion }) => (
            <li key={message}>
              <ForeignText wrap>{message}</ForeignText>
              <span className={styles.suggestion}>{suggestion}</span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles()
  return (
    <div className={styles.section}>
      <h3 className={styles.heading}>{title}</h3>
      {children}
    </div>
  )
}
