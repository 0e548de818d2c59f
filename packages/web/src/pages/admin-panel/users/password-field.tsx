import { Button } from '@fluentui/react-components'
import { NewPassword } from '@tenantscope/contract/password-rule'
import { useState } from 'react'
import type { z } from 'zod'

import { readBody } from '../../../lib/body-problems.ts'
import type { Read } from '../../../lib/body-problems.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { SecretField } from '../../../ui/form/secret-field.tsx'
import type { SavedForm } from '../../../ui/form/use-saved-form.ts'
import { Stack } from '../../../ui/stack.tsx'

/** The field for another user's password: it can suggest one and copy it. */
export function PasswordField({ form }: { form: SavedForm<{ password: string }> }) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Stack gap={8}>
      <SecretField
        form={form}
        name="password"
        label="New password"
        hint="At least 12 characters, with an uppercase letter, a lowercase letter, a number and a special character."
        what="password"
        isShown={isShown}
        onShow={setIsShown}
      />
      <Stack row wrap gap={8}>
        <Button
          size="small"
          disabledFocusable={form.isSaving}
          onClick={() => {
            form.change({ password: newPassword() })
            setIsShown(true)
          }}
        >
          Suggest a password
        </Button>
        <Button
          size="small"
          disabledFocusable={form.values.password === ''}
          onClick={() => void copyText(form.values.password)}
        >
          Copy password
        </Button>
      </Stack>
    </Stack>
  )
}

/** Letters and numbers that cannot be confused with one another. */
const LOWER = 'abcdefghijkmnpqrstuvwxyz'
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const NUMBERS = '23456789'
const GROUPS = 4

/**
 * Returns a random password, such as 'Wkeh7-Rmxa4-Tbqd2-Ynpf9': each group has an uppercase letter,
 * three lowercase ones and a number, 80 random bits and more in all.
 */
export function newPassword(): string {
  return Array.from({ length: GROUPS }, group).join('-')
}

function group(): string {
  return [UPPER, LOWER, LOWER, LOWER, NUMBERS].map(sign).join('')
}

function sign(signs: string): string {
  // 240 is a multiple of 24 and of 8: higher bytes would make some signs likelier.
  for (;;) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < 240) return signs.charAt(byte % signs.length)
  }
}

/** Reads a body with a new password; the password's problem has a line for each part of the rule that it breaks. */
export function readNewPassword<Schema extends z.ZodType>(
  schema: Schema,
  body: { password: string; [field: string]: unknown },
): Read<z.output<Schema>> {
  const read = readBody(schema, body)
  const issues = NewPassword.safeParse(body.password).error?.issues
  if ('input' in read || issues === undefined) return read
  const password = issues.map(({ message }) => message).join('\n')
  return { problems: { ...read.problems, password } }
}
