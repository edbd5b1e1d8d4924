import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';

import { atTheEnd } from './at-the-end.ts';
import { template, withDatabase } from './postgres-global-setup.ts';

export type ADatabase = { database: Database; url: string };

/** A database of the caller's own, with every table and no row. */
export async function aDatabase(): Promise<ADatabase> {
  const url = await anEmptyDatabase(template);
  const database = openDatabase({ url, connections: 6 });
  atTheEnd(async () => closeDatabase(database));
  return { database, url };
}

/** The address of a new database: a copy of another, or without any table. */
export async function anEmptyDatabase(copyOf = 'template1', how = ''): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onTheCluster(`create database ${name} template ${copyOf} ${how}`);
  atTheEnd(async () => onTheCluster(`drop database if exists ${name} with (force)`));
  return withDatabase(inject('postgresUrl'), name);
}

async function onTheCluster(statement: string): Promise<void> {
  const client = new Client(inject('postgresUrl'));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
