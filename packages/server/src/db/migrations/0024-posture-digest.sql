-- Identifies the verdicts and the evidence of the last judging: an equal judging writes only its dates.
alter table tenant_postures add column digest text;
-- Null: the facts of the check are those of the directory, with the date of the judging's data.
alter table posture_evidence alter column data_as_of drop not null;
