import type { ColumnType, Generated } from 'kysely'

/** A column with a default value. */
export type Defaulted<Value> = Generated<Value>

/** A jsonb column, which is written as text. */
export type Json<Value> = ColumnType<Value, string, string>

/** A column with a branded id; plain values can be written. */
export type Id<Value> = ColumnType<Value, Plain<Value>, Plain<Value>>

/** A serial column with a branded id. */
export type SerialId<Value> = ColumnType<Value, number | undefined, number>

type Plain<Value> = Value extends string ? string : Value extends number ? number : Value
