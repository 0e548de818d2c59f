import { Field, Input, makeStyles, tokens } from '@fluentui/react-components'
import { Dismiss12Regular } from '@fluentui/react-icons/svg/dismiss'
import { useId } from 'react'

import { fieldProblem } from '../../../ui/field-problem.ts'
import { Stack } from '../../../ui/stack.tsx'
import { useWordEntry } from '../../../ui/use-word-entry.ts'
import { tagRefusal } from './settings-draft.ts'

const useStyles = makeStyles({
  tag: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    maxWidth: '100%',
    boxSizing: 'border-box',
    padding: '2px 4px 2px 8px',
    overflowWrap: 'anywhere',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  remove: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: '24px',
    height: '24px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
})

interface TagsFieldProps {
  tags: readonly string[]
  /** Tags of other tenants, offered while typing. */
  knownTags: readonly string[]
  problem: string | undefined
  onChange: (tags: readonly string[]) => void
}

/** Words of staff for a tenant: typed, added with Enter, taken away one by one. */
export function TagsField({ tags, knownTags, problem, onChange }: TagsFieldProps) {
  const styles = useStyles()
  const listId = useId()
  const { input, refusal } = useWordEntry({ words: tags, refusalOf: tagRefusal, onChange })
  return (
    <Stack gap={8}>
      <Field label="Tags" hint="Type a tag and press Enter" {...fieldProblem(refusal ?? problem)}>
        <Input {...input} list={listId} />
      </Field>
      <datalist id={listId}>
        {knownTags
          .filter((tag) => !tags.includes(tag))
          .map((tag) => (
            <option key={tag}>{tag}</option>
          ))}
      </datalist>
      {tags.length > 0 && (
        <Stack as="ul" row wrap gap={8} aria-label="Tags of this tenant">
          {tags.map((tag) => (
            <li key={tag} className={styles.tag}>
              <bdi>{tag}</bdi>
              <button
                type="button"
                className={styles.remove}
                aria-label={`Remove tag ${tag}`}
                title="Remove"
                onClick={() => onChange(tags.filter((other) => other !== tag))}
              >
                <Dismiss12Regular aria-hidden />
              </button>
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  )
}
