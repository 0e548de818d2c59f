import { Field, makeStyles, Select, Text, tokens } from '@fluentui/react-components'
import { MicrosoftCloud } from '@tenantscope/contract/azure'
import type { AzureConfig } from '@tenantscope/contract/azure'

import { cloudOf } from '../../lib/azure-config.ts'
import { fieldProblem } from '../../ui/field-problem.ts'
import { CloudGaps } from './cloud-gaps.tsx'

interface CloudFieldProps {
  stored: AzureConfig
  value: MicrosoftCloud
  problem: string | undefined
  isDisabled: boolean
  onChange: (cloud: MicrosoftCloud) => void
}

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '8px' },
  select: { width: '100%' },
  note: { color: tokens.colorNeutralForeground2 },
})

/** In which of Microsoft's clouds the directory and its customers live. */
export function CloudField({ stored, value, problem, isDisabled, onChange }: CloudFieldProps) {
  const styles = useStyles()
  const chosen = cloudOf(stored, value)
  return (
    <div className={styles.whole}>
      <Field label="Microsoft cloud" {...fieldProblem(problem)}>
        <Select
          className={styles.select}
          name="cloud"
          disabled={isDisabled}
          value={value}
          onChange={(_, data) => onChange(MicrosoftCloud.parse(data.value))}
        >
          {stored.clouds.map(({ cloud, name }) => (
            <option key={cloud} value={cloud}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {stored.version !== null && value !== stored.cloud && (
        <Text size={200} className={styles.note}>
          Another cloud needs its own app registration: enter its IDs and credential.
        </Text>
      )}
      {chosen && <CloudGaps cloud={chosen} />}
    </div>
  )
}
