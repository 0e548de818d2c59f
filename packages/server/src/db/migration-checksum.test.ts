import { expect, test } from 'vitest'

import { checksumOf } from './migration-checksum.ts'

test.each([
  ['a comment', 'select 1; -- one', 'select 1; -- 1'],
  ['a comment with a quote', "-- It's one.\nselect 'a'", "-- One.\nselect 'a'"],
  ['a comment at the end', 'select 1', 'select 1 -- one'],
  ['white space between words', 'select  1,\n  2', 'select 1, 2'],
  ['line ends', "select 'a\nb'", "select 'a\r\nb'"],
  ['a text in two parts', "select 'ab'", "select 'a'\n  'b'"],
])('%s is not part of the checksum', (_, one, other) => {
  expect(checksumOf(one)).toBe(checksumOf(other))
})

test.each([
  ['a word', 'select 1', 'select 2'],
  ['white space where none was', 'ab', 'a b'],
  ['a comment between words', 'select a b', 'select a-- b'],
  ['white space in a text', "select 'a b'", "select 'a  b'"],
  ['a comment in a text', "select 'a -- b'", "select 'a -- c'"],
  ['a comment after a doubled quote', "select 'it''s -- b'", "select 'it''s -- c'"],
  ['a line end in a text', "select 'it''\n''s'", "select 'it''s'"],
  ['a comment in a name', 'select "a -- b"', 'select "a -- c"'],
  ['a comment in a function', 'do $$ begin -- a\nend $$', 'do $$ begin -- b\nend $$'],
  ['a comment in a named quote', "do $f$ 'a -- b $f$", "do $f$ 'a -- c $f$"],
  ['a statement after a block comment', '/* -- */ select 1', '/* -- */ select 2'],
  ['a statement after an escape', "select e'\\' -- ', 1", "select e'\\' -- ', 2"],
])('%s is part of the checksum', (_, one, other) => {
  expect(checksumOf(one)).not.toBe(checksumOf(other))
})
