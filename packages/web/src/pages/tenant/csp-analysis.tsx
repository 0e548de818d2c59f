import { makeStyles, tokens } from '@fluentui/react-components'
import type { CspDecodeResult, TestedEndpoint } from '@tenantscope/contract/csp-decode'

import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { Stack } from '../../ui/stack.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import type { StatusTone } from '../../ui/status-label.tsx'
import { Text } from '../../ui/text.tsx'

const useStyles = makeStyles({
  recommendations: { margin: 0, paddingInlineStart: '24px', overflowWrap: 'anywhere' },
  suggestion: { display: 'block', marginBottom: '8px', color: tokens.colorNeutralForeground2 },
  item: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 3fr) minmax(120px, 2fr)',
    alignItems: 'center',
    gap: '4px 16px',
    padding: '8px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    overflowWrap: 'anywhere',
    '@media (max-width: 640px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  figure: { textAlign: 'end', '@media (max-width: 640px)': { textAlign: 'start' } },
})

/** Shows the recommendations, the licenses that the sources report, and the endpoints. */
export function CspAnalysis({ result }: { result: CspDecodeResult }) {
  const styles = useStyles()
  const format = useFormat()
  const { recommendations } = result
  return (
    <Stack gap={24}>
      <Stack gap={8}>
        <PartTitle>Recommendations</PartTitle>
        {recommendations.length === 0 ? (
          <Note>
            {isEveryListComplete(result)
              ? 'No recommendations: all sources agree.'
              : 'No recommendations. Some sources could not be read.'}
          </Note>
        ) : (
          <ul className={styles.recommendations}>
            {recommendations.map(({ message, suggestion }) => (
              <li key={message}>
                <ForeignText wrap>{message}</ForeignText>
                <span className={styles.suggestion}>{suggestion}</span>
              </li>
            ))}
          </ul>
        )}
      </Stack>
      <DecodedLicenses
        title="Licenses beyond the subscribed SKUs"
        emptyText="None: every assigned or purchased license is among the subscribed SKUs."
        licenses={result.additionalLicenses}
        isComplete={result.isComplete.additionalLicenses}
        figureOf={({ holders }) => holdersText(holders, format)}
      />
      <DecodedLicenses
        title="Unassigned licenses"
        emptyText="None: each subscribed SKU with usable seats has a holder."
        licenses={result.unheldLicenses}
        isComplete={result.isComplete.unheldLicenses}
        figureOf={({ enabledUnits }) => `${format.number(enabledUnits)} usable seats`}
      />
      <DecodedLicenses
        title="Business Premium variants"
        emptyText="None were found."
        licenses={result.businessPremiumVariants}
        isComplete={result.isComplete.businessPremiumVariants}
        figureOf={(variant) => seatsText(variant, format)}
      />
      <TestedEndpoints endpoints={result.endpointsTested} />
      <Note>Decoded {format.dateTime(result.decodedAt)}.</Note>
    </Stack>
  )
}

const PartTitle = ({ children }: { children: string }) => (
  <Text as="h3" variant="strong">
    {children}
  </Text>
)

const Note = ({ children }: { children: string | readonly string[] }) => (
  <Text as="p" variant="caption" muted>
    {children}
  </Text>
)

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

interface DecodedLicensesProps<License> {
  title: string
  emptyText: string
  licenses: readonly License[]
  /** False: not every source was read. */
  isComplete: boolean
  figureOf: (license: License) => string
}

type DecodedLicense = Record<'skuId' | 'skuPartNumber' | 'productName' | 'foundIn', string>

const NOT_KNOWN = 'Not known: not every source could be read. See the endpoints below.'
const INCOMPLETE =
  'This list may be incomplete or too long: not every source could be read. See the endpoints below.'

const isEveryListComplete = ({ isComplete }: CspDecodeResult): boolean =>
  Object.values(isComplete).every(Boolean)

/** Lists licenses with their source and a figure. */
function DecodedLicenses<License extends DecodedLicense>(props: DecodedLicensesProps<License>) {
  const { title, emptyText, licenses, isComplete, figureOf } = props
  const styles = useStyles()
  return (
    <Stack gap={8}>
      <PartTitle>{title}</PartTitle>
      {!isComplete && <Note>{licenses.length === 0 ? NOT_KNOWN : INCOMPLETE}</Note>}
      {isComplete && licenses.length === 0 && <Note>{emptyText}</Note>}
      {licenses.length > 0 && (
        <Stack as="ul">
          {licenses.map((license) => (
            <li key={license.skuId} className={styles.item}>
              <Stack as="span">
                <ForeignText>{license.productName}</ForeignText>
                <ForeignText variant="caption" mono muted>
                  {license.skuPartNumber}
                </ForeignText>
              </Stack>
              <Text muted>Found in: {license.foundIn}</Text>
              <Text tabular className={styles.figure}>
                {figureOf(license)}
              </Text>
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  )
}

const OUTCOMES: Record<TestedEndpoint['outcome'], { tone: StatusTone; word: string }> = {
  answered: { tone: 'good', word: 'Answered' },
  refused: { tone: 'warning', word: 'Refused' },
  failed: { tone: 'bad', word: 'Failed' },
  timedOut: { tone: 'waiting', word: 'Timed out' },
}

/** Lists every endpoint with its outcome and duration. */
function TestedEndpoints({ endpoints }: { endpoints: readonly TestedEndpoint[] }) {
  const styles = useStyles()
  const format = useFormat()
  return (
    <Stack gap={8}>
      <PartTitle>Endpoints tested</PartTitle>
      <Stack as="ul">
        {endpoints.map(({ endpoint, description, outcome, message, found, durationMs }, index) => (
          // One address can be requested twice; the list never changes its order.
          <li key={`${endpoint}-${index}`} className={styles.item}>
            <Stack as="span">
              <span>{description}</span>
              <Text variant="caption" mono muted>
                {endpoint}
              </Text>
            </Stack>
            <Stack as="span">
              <StatusLabel tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].word}</StatusLabel>
              {message !== null && (
                <Text variant="caption" muted>
                  {message}
                </Text>
              )}
            </Stack>
            <Text tabular className={styles.figure}>
              {found !== null && `${format.number(found)} found, `}
              {format.number(durationMs)} ms
            </Text>
          </li>
        ))}
      </Stack>
    </Stack>
  )
}
